import type { FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { useContext } from "preact/hooks";
import { z } from "zod";
import { readForm } from "./form-body.ts";
import { FrameVisitor } from "./frame.tsx";
import { visitorOf } from "./visitor.ts";

/** In a form: says for whom the page was made, since another may be signed in when it is sent. */
export const MadeFor = (attributes: { readonly id?: string; readonly form?: string }): JSX.Element => (
  <input type="hidden" name="for" value={useContext(FrameVisitor)?.madeFor} {...attributes} />
);

const madeForForm = z.object({ for: z.string() });

/** Whether the page of a form was made for whoever sends it now. */
export const isOwnForm = (request: FastifyRequest): boolean =>
  readForm(request, madeForForm)?.for === visitorOf(request).madeFor;

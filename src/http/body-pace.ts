import type { FastifyReply, FastifyRequest } from "fastify";
import { answerBrokenRequest } from "./boundaries.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its body is a picture, which may take as long as a slow phone needs. */
    readonly takesPicture?: boolean;
  }
}

/** How fast a body must arrive: within one window, or, of a picture, at least so many bytes in each. */
export type BodyPace = { readonly windowMs: number; readonly pictureBytesMin: number };

/** 16 KiB a second are less than the slowest networks of phones give. */
export const slowestBody: BodyPace = { windowMs: 10_000, pictureBytesMin: 160 * 1024 };

/** No request may take longer to arrive, however fast: 8 MiB in a minute and a half is a phone on 3G. */
export const requestTimeoutMs = 90_000;

/** Hangs up on a body that arrives too slowly, or that still arrives when the process is to stop. */
export const holdBodyToPace = (
  request: FastifyRequest,
  reply: FastifyReply,
  { windowMs, pictureBytesMin }: BodyPace,
  isDraining: () => boolean,
): void => {
  const { raw } = request;
  if (raw.headers["content-length"] === undefined && raw.headers["transfer-encoding"] === undefined) return;
  const bytesMin = request.routeOptions.config.takesPicture ? pictureBytesMin : Number.POSITIVE_INFINITY;
  let bytesBefore = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const bytes = raw.socket.bytesRead;
    const isOnPace = bytes - bytesBefore >= bytesMin && !isDraining();
    bytesBefore = bytes;
    if (raw.complete) clearInterval(timer);
    else if (!isOnPace) answerBrokenRequest(tooSlow, raw.socket);
  }, windowMs);
  reply.raw.once("close", () => clearInterval(timer));
};

const tooSlow = Object.assign(new Error("a body arrives too slowly"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

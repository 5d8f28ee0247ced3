import type { FastifyInstance } from "fastify";

/** One thing to send with a press on the chat page: a text, or PNG pictures (several: as an album). */
export type Example = {
  /** The sign that the answer begins with; empty where it is no verdict. */
  readonly mark: string;
  readonly title: string;
} & ({ readonly text: string } | { readonly pictures: readonly Buffer[] });

export type ExampleSection = {
  readonly title: string;
  /** Empty: there is nothing to add. */
  readonly note: string;
  readonly examples: readonly Example[];
};

/** A page beside the chat, which the chat page links to. */
export type LinkedPage = { readonly title: string; readonly url: string };

/** Serves `/examples.json` and the pictures that it names. */
export const mountExamples = (server: FastifyInstance, sections: readonly ExampleSection[]) => {
  const pictures: Buffer[] = [];
  const addressOf = (picture: Buffer) => `/example-${pictures.push(picture)}.png`;
  const listed = sections.map((section) => ({
    ...section,
    examples: section.examples.map((example) =>
      "pictures" in example ? { ...example, pictures: example.pictures.map(addressOf) } : example,
    ),
  }));
  server.get("/examples.json", (_request, reply) => reply.send(listed));
  for (const [index, picture] of pictures.entries())
    server.get(`/example-${index + 1}.png`, (_request, reply) => reply.type("image/png").send(picture));
};

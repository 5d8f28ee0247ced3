import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { dayMs } from "../core/time.ts";

/** What browsers are given beside the pages: scripts and the style, under names that change with their content. */
export type Assets = {
  /** Path of a file by its plain name, such as `form.js`. */
  readonly pathOf: (name: string) => string;
  /** Serves them below `/assets/`. */
  readonly serve: (server: FastifyInstance) => void;
};

/** Served names never change their content. */
const yearMs = 365 * dayMs;

/** @param folder where the build has put the files and their `manifest.json` */
export const readAssets = (folder: URL): Assets => {
  const manifest = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8")));
  const served = new Set(Object.values(manifest));
  return {
    pathOf: (name) => {
      const built = manifest[name];
      if (built === undefined) throw new Error(`the build made no ${name}`);
      return `/assets/${built}`;
    },
    serve: (server) => {
      server.register(fastifyStatic, {
        root: fileURLToPath(folder),
        serve: false,
        preCompressed: true,
        cacheControl: true,
        maxAge: yearMs,
        immutable: true,
      });
      server.get<{ Params: { name: string } }>(
        "/assets/:name",
        { schema: { hide: true }, config: { hasNoRateLimit: true } },
        (request, reply) =>
          served.has(request.params.name) ? reply.sendFile(request.params.name) : reply.callNotFound(),
      );
    },
  };
};

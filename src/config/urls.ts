import { z } from "zod";
import { joinedPostgresUrl, postgresHostUrls } from "../core/postgres-hosts.ts";

const database =
  "must be sqlite: and a file, e.g. sqlite:./data/deresegn.sqlite, or postgres://user:password@host/database";

/** `sqlite:./file`, `sqlite:/file` and `sqlite:///file`; comes out as `sqlite:` and the path. */
const sqliteUrl = (expected: string) =>
  z
    .string()
    .regex(/^sqlite:(?!:memory:)[^?]{1,1000}$/, expected)
    .transform((value) => `sqlite:${value.slice("sqlite:".length).replace(/^\/\//, "")}`);

/**
 * One server, or several with commas between them. The service uses the one that takes writes. A URL that asks for TLS
 * comes out with `sslmode=verify-full`, because encryption without a check of the server protects nothing.
 */
const postgresUrl = z.string().transform((value, context) => {
  const urls = postgresHostUrls(value);
  const problem = urls?.map(problemOf).find((found) => found !== null) ?? null;
  if (urls !== null && problem === null) return joinedPostgresUrl(urls.map(withTls));
  context.addIssue({ code: "custom", message: problem ?? database });
  return z.NEVER;
});

const problemOf = ({ protocol, hostname, pathname, searchParams }: URL): string | null => {
  if (!/^postgres(?:ql)?:$/.test(protocol) || hostname === "" || !/^\/[^/]{1,63}$/.test(pathname))
    return database;
  const unknown = [...searchParams.keys()].find((name) => !postgresParameters.has(name));
  if (unknown !== undefined) return `may carry ${[...postgresParameters].join(", ")}, and not ${unknown}`;
  if ((searchParams.get("target_session_attrs") ?? "read-write") !== "read-write")
    return "must have target_session_attrs=read-write, which is what is used without it, too";
  const mode = searchParams.get("sslmode");
  return mode === null || Object.hasOwn(tlsModes, mode)
    ? null
    : "must have sslmode=verify-full (or require, or disable)";
};

const postgresParameters: ReadonlySet<string> = new Set([
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "options",
  "target_session_attrs",
]);

const tlsModes: Readonly<Record<string, string>> = {
  disable: "disable",
  require: "verify-full",
  "verify-ca": "verify-full",
  "verify-full": "verify-full",
};

const withTls = (url: URL): URL => {
  url.searchParams.delete("target_session_attrs");
  const mode = tlsModes[url.searchParams.get("sslmode") ?? ""];
  if (mode !== undefined) url.searchParams.set("sslmode", mode);
  return url;
};

/** `DATABASE_URL`: a `sqlite:` file or a `postgres:` server. */
export const databaseUrl = z.string().transform((value, context) => {
  const kind = /^postgres(?:ql)?:/i.test(value) ? postgresUrl : sqliteUrl(database);
  const parsed = kind.safeParse(value);
  if (parsed.success) return parsed.data;
  context.addIssue({ code: "custom", message: parsed.error.issues[0]?.message ?? database });
  return z.NEVER;
});

const cache =
  "must be sqlite: and a file, e.g. sqlite:./data/cache.sqlite, or redis://user:password@host:6379 (rediss:// with TLS)";

/** Comes out as it is, checked: a host, and at most a user, a password, a port and a database's number. */
const redisUrl = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return (
    url !== null &&
    url.hostname !== "" &&
    /^(?:\/\d{0,3})?$/.test(url.pathname) &&
    url.search + url.hash === ""
  );
}, cache);

/** `CACHE_URL`: a `sqlite:` file, or a `redis:` or `rediss:` server. */
export const cacheUrl = z.string().transform((value, context) => {
  const parsed = (/^rediss?:\/\//i.test(value) ? redisUrl : sqliteUrl(cache)).safeParse(value);
  if (parsed.success) return parsed.data;
  context.addIssue({ code: "custom", message: cache });
  return z.NEVER;
});

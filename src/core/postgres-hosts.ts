/**
 * The servers that a `postgres:` URL names, each as a URL of its own, in their order. Several stand with commas between
 * them, as PostgreSQL's own programs have it: `postgres://user:password@one:5432,other:5432/database`. Null: it is no
 * such URL.
 */
export const postgresHostUrls = (databaseUrl: string): readonly URL[] | null => {
  const parts = partsOf(databaseUrl);
  if (parts === null) return null;
  const urls = parts.hosts.split(",").map((host) => parts.before + host + parts.behind);
  return urls.every((url) => URL.canParse(url)) ? urls.map((url) => new URL(url)) : null;
};

/** The one URL of servers that differ in host and port alone: undoes `postgresHostUrls`. */
export const joinedPostgresUrl = (urls: readonly URL[]): string => {
  const parts = partsOf(urls[0]?.href ?? "");
  if (parts === null) throw new RangeError("no URL of a server");
  return parts.before + urls.map(({ host }) => host).join(",") + parts.behind;
};

/** What stands before the hosts, and behind them. A password may hold an `@`. */
const partsOf = (databaseUrl: string) => {
  const begin = databaseUrl.indexOf("://") + "://".length;
  const length = databaseUrl.slice(begin).search(/[/?#]/);
  if (begin < "://".length || length < 0) return null;
  const authority = databaseUrl.slice(begin, begin + length);
  const hosts = authority.slice(authority.lastIndexOf("@") + 1);
  return {
    before: databaseUrl.slice(0, begin + length - hosts.length),
    hosts,
    behind: databaseUrl.slice(begin + length),
  };
};

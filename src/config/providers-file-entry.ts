import { z } from "zod";
import { jsonFields } from "../providers/provider.ts";

/** `http:` speaks only to this machine: a receipt that crosses a network must be proven to be the provider's. */
const isAllowedScheme = (url: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);

const text = (expected: string) =>
  z.string({ error: (issue) => (issue.input === undefined ? `is missing; it ${expected}` : expected) });

const line = (expected: string) =>
  text(expected)
    .trim()
    .min(1, expected)
    .max(200, expected)
    .regex(/^\P{Cc}*$/u, expected);

const secure = "must begin with https:// (http:// only for localhost, 127.0.0.0/8 and ::1)";
const hostOnly = "must be scheme, host and port alone, e.g. https://receipts.alpha.example:100";
const address = "must be an address, e.g. https://api.alpha.example/receipts/{token}";

/** Scheme, host and port. Comes out as links show it: lower case, no trailing slash, no default port. */
const hostUrl = text(hostOnly).transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const rest = url ? url.username + url.password + url.search + url.hash : "";
  if (url === null || rest !== "" || url.pathname !== "/" || /[?#@]/.test(value)) {
    context.addIssue({ code: "custom", message: hostOnly });
    return z.NEVER;
  }
  if (!isAllowedScheme(url)) {
    context.addIssue({ code: "custom", message: secure });
    return z.NEVER;
  }
  return url.origin;
});

/** May hold a path and `{token}`, which `URL` would percent-encode: kept as written. */
const dataUrl = text(address).transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || url.username + url.password + url.hash !== "" || /\s/.test(value)) {
    context.addIssue({ code: "custom", message: address });
    return z.NEVER;
  }
  if (!isAllowedScheme(url)) {
    context.addIssue({ code: "custom", message: secure });
    return z.NEVER;
  }
  return value.replace(/\/$/, "");
});

const proxyWords = "must be an http or https address of a proxy, e.g. http://proxy.example:3128";
const proxyUrl = text(proxyWords).refine(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  proxyWords,
);

const headerName = "must have header names as keys";
const headerValue = "must be a header value: printable ASCII, at most 1000 characters";
const forbidden = "must not be set: the transport sets it, or it would claim another sender than ours";

/** What the transport owns, and what would disguise where a request comes from. */
const forbiddenHeaders =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|upgrade|te|trailer|forwarded|x-forwarded-.*|x-real-ip|via)$/i;

const headers = z
  .record(
    z.string().regex(/^[A-Za-z0-9-]{1,60}$/, headerName),
    text(headerValue).regex(/^[\x20-\x7e]{0,1000}$/, headerValue),
    { error: "must be an object of header names and values" },
  )
  .superRefine((value, context) => {
    for (const name of Object.keys(value).filter((key) => forbiddenHeaders.test(key))) {
      context.addIssue({ code: "custom", path: [name], message: forbidden });
    }
  });

const wordings = z.record(
  z.string(),
  z.array(line("must be a label's text"), { error: "must be an array of further wordings" }).max(50),
  { error: "must be an object of labels and their further wordings" },
);

const dottedPath = "must be a dotted path, e.g. data.reference or items.0.amount";

/** Unknown fields are refused with the known ones. */
const jsonPaths = z
  .strictObject(
    Object.fromEntries(
      jsonFields.map((field) => [field, line(dottedPath).regex(/^[^.]+(?:\.[^.]+)*$/, dottedPath)]),
    ),
  )
  .partial();

/** A shorter one may stand in a receipt, and an honest customer would be told that there is none. */
const missWords = "must be a text of 8 characters or more that only the answer for no receipt contains";

const timeout = "must be a whole number of milliseconds from 100 to 120000";

/** One provider of the providers file. */
export const entrySchema = z.strictObject(
  {
    bank: line("must be the name shown as data.bank"),
    url: hostUrl,
    aliases: z.array(hostUrl, { error: "must be an array of hosts" }).max(50).default([]),
    apiUrl: dataUrl.exactOptional(),
    linkUrl: hostUrl.exactOptional(),
    headers: headers.default({}),
    ca: line("must be the path of a PEM file").exactOptional(),
    tlsName: text("must be a host name")
      .regex(/^[A-Za-z0-9.-]{1,253}$/, "must be a host name")
      .exactOptional(),
    proxy: proxyUrl.exactOptional(),
    timeoutMs: z.int({ error: timeout }).min(100, timeout).max(120_000, timeout).exactOptional(),
    json: jsonPaths.exactOptional(),
    miss: line(missWords).min(8, missWords).exactOptional(),
    labels: wordings.default({}),
  },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? undefined : "must be an object with at least bank and url",
  },
);

import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { type Dispatcher, request as send } from "undici";
import { err, ok, type Result } from "../core/result.ts";
import type { UpstreamRequest } from "../providers/provider.ts";
import type { UpstreamBudgets } from "./budgets.ts";
import { contentFault, type Fault, faultOfConnection, faultOfStatus, infrastructureFault } from "./fault.ts";

/** A body that arrived whole as far as the transport can tell, unpacked, at most 4 MiB. */
export type UpstreamAnswer = {
  readonly status: number;
  /** The `Content-Type` header as sent, or `""`. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
};

type Get = {
  readonly dispatcher: Dispatcher;
  readonly request: UpstreamRequest;
  readonly firstByteMs: number;
  /** Aborts when the question's whole time is over. */
  readonly deadline: AbortSignal;
  readonly budgets: UpstreamBudgets;
};

/** One GET over the wire: redirects are answers like others, the body is whole, unpacked and within its limits. */
export const get = async (asked: Get): Promise<Result<UpstreamAnswer, Fault>> => {
  const { dispatcher, request, firstByteMs, deadline, budgets } = asked;
  const head = await caught(deadline, false, () =>
    endedBy(
      deadline,
      send(request.url, {
        dispatcher,
        method: "GET",
        headers: request.headers,
        signal: deadline,
        headersTimeout: firstByteMs,
        // A slow drip resets every idle timer; only the deadline stops it.
        bodyTimeout: 0,
      }),
    ),
  );
  if (!head.ok) return head;

  const { statusCode: status, headers, body } = head.value;
  if (!request.statuses.includes(status)) {
    discard(body);
    return err(faultOfStatus(status, headers, budgets.pauseMsMax));
  }
  const wire = await caught(deadline, true, () => body.bytes());
  if (!wire.ok) return wire;

  const encoding = one(headers["content-encoding"]);
  // What is unpacked is bounded, and so is the work that goes on behind the deadline.
  const unpacking = await caught(deadline, true, () =>
    endedBy(deadline, unpack(wire.value, encoding, budgets.unpackedBytesMax)),
  );
  if (!unpacking.ok) return unpacking;
  const unpacked = unpacking.value;
  if (unpacked.ok) return ok({ status, contentType: one(headers["content-type"]), bytes: unpacked.value });
  if (unpacked.error === "damaged") return err(infrastructureFault("provider_error", "packed body cut"));
  const code = unpacked.error === "too large" ? "provider_error" : "provider_format_changed";
  return err(contentFault(code, `body ${unpacked.error}`));
};

const caught = async <T>(
  deadline: AbortSignal,
  isAnswering: boolean,
  step: () => Promise<T>,
): Promise<Result<T, Fault>> => {
  try {
    return ok(await step());
  } catch (error) {
    return err(faultOfConnection(error, isAnswering, deadline.aborted));
  }
};

/**
 * undici heeds a signal only once there is a connection, and unpacking heeds none. Neither the making of a connection
 * nor the wait for a thread that unpacks may outlast it.
 */
const endedBy = <T>(deadline: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(deadline.reason);
    if (deadline.aborted) stop();
    deadline.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener("abort", stop));
  });

/** Ends the connection with it: the rest may be long or slow, and is not needed. */
const discard = (body: Dispatcher.ResponseData["body"]): void => {
  body.on("error", () => undefined).destroy();
};

const one = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? header.join(", ") : (header ?? "");

/** Why a body could not be unpacked: it is cut or damaged, too large, or packed in a way that we did not ask for. */
type UnpackFailure = "damaged" | "too large" | "unknown encoding";

const unpackers = {
  gzip: promisify(gunzip),
  zlib: promisify(inflate),
  "raw deflate": promisify(inflateRaw),
  brotli: promisify(brotliDecompress),
};

/** Undoes one `Content-Encoding`. Unlike what most clients do, a truncated stream is a failure. */
const unpack = async (
  wire: Uint8Array,
  contentEncoding: string,
  unpackedBytesMax: number,
): Promise<Result<Uint8Array, UnpackFailure>> => {
  const packing = packingOf(wire, contentEncoding.trim().toLowerCase());
  if (packing === undefined) return err("unknown encoding");
  if (packing === "none") return ok(wire);
  try {
    return ok(await unpackers[packing](wire, { maxOutputLength: unpackedBytesMax }));
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return err(isTooLarge ? "too large" : "damaged");
  }
};

const packingOf = (wire: Uint8Array, encoding: string): keyof typeof unpackers | "none" | undefined => {
  switch (encoding) {
    case "":
    case "identity":
      return "none";
    case "gzip":
    case "x-gzip":
      return "gzip";
    case "deflate":
      // Servers mean either by "deflate"; a zlib header's low four bits are 8.
      return ((wire[0] ?? 0) & 0x0f) === 8 ? "zlib" : "raw deflate";
    case "br":
      return "brotli";
    default:
      return undefined;
  }
};

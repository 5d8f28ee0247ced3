import { type Dispatcher, request as send } from "undici";
import type { UpstreamRequest } from "../providers/provider.ts";
import { err, ok, type Result } from "../result.ts";
import type { UpstreamBudgets } from "./budgets.ts";
import { contentFault, type Fault, faultOfConnection, faultOfStatus, infrastructureFault } from "./fault.ts";
import { unpack } from "./unpack.ts";
import type { UpstreamAnswer } from "./upstream.ts";

export type Attempt = {
  readonly peer: Dispatcher;
  readonly request: UpstreamRequest;
  readonly firstByteMs: number;
  /** Aborts when the question's whole time is over. */
  readonly deadline: AbortSignal;
  readonly budgets: UpstreamBudgets;
};

/** One GET over the wire: redirects are answers like others, the body is whole, unpacked and within its limits. */
export const attempt = async (attempted: Attempt): Promise<Result<UpstreamAnswer, Fault>> => {
  const { peer, request, firstByteMs, deadline, budgets } = attempted;
  const head = await caught(deadline, false, () =>
    endedBy(
      deadline,
      send(request.url, {
        dispatcher: peer,
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

  const unpacked = await unpack(wire.value, one(headers["content-encoding"]), budgets.unpackedBytesMax);
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

/** undici heeds a signal only once there is a connection; the making of one must not outlast it either. */
const endedBy = <T>(deadline: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(deadline.reason);
    deadline.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener("abort", stop));
  });

/** Ends the connection with it: the rest may be long or slow, and nobody reads it. */
const discard = (body: Dispatcher.ResponseData["body"]): void => {
  body.on("error", () => undefined).destroy();
};

const one = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? header.join(", ") : (header ?? "");

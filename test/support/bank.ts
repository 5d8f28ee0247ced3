import type { TlsOptions } from "node:tls";
import { renderBody, requestAt } from "../../src/operator/sandbox/cases.ts";
import { type ProviderLabel, providerLabels } from "../../src/providers/registry.ts";
import { caseNamed, cases, testClock } from "./cases.ts";
import { answer, type Behaviour, startMisbehavingServer } from "./misbehaving-server.ts";

export const bankLabels = providerLabels;
export type BankLabel = ProviderLabel;

/** A reference that no other order has, and the body of `POST /api/verify-<label>` that asks for it. */
export type BankOrder = { readonly reference: string; readonly body: Readonly<Record<string, string>> };

/** A provider on a real socket that answers well, except for the references of which it is told otherwise. */
export type Bank = {
  readonly label: BankLabel;
  readonly url: string;
  /** @param reference unset: one of the receipt's own day */
  readonly newOrder: (reference?: string) => BankOrder;
  readonly misbehave: (order: BankOrder, behaviour: Behaviour) => void;
  /** How often an order was asked for. */
  readonly asked: (order: BankOrder) => number;
  /** Heads of all requests. */
  readonly requests: readonly string[];
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

export const startBank = async (label: BankLabel, tls?: TlsOptions): Promise<Bank> => {
  const behaviours = new Map<string, Behaviour>();
  const turns = new Map<string, number>();
  const orders: BankOrder[] = [];

  const server = await startMisbehavingServer((socket, { head }) => {
    const isAsked = ({ reference }: BankOrder) => head.includes(encodeURIComponent(reference));
    const reference = orders.find(isAsked)?.reference ?? "";
    const turn = (turns.get(reference) ?? 0) + 1;
    turns.set(reference, turn);
    const behave = behaviours.get(reference);
    if (behave !== undefined) return behave(socket, { head, turn });
    void bodyOf(label, "verified", reference).then((body) => answer(200, body)(socket, { head, turn }));
  }, tls);

  return {
    label,
    url: server.url,
    newOrder: (reference) => {
      const order = orderOf(label, reference ?? orders.length + 1, server.url);
      orders.push(order);
      return order;
    },
    misbehave: ({ reference }, behaviour) => void behaviours.set(reference, behaviour),
    asked: ({ reference }) => turns.get(reference) ?? 0,
    requests: server.requests,
    connections: server.connections,
    close: server.close,
  };
};

/** The body of a fixture as the provider would send it for this reference. */
export const bodyOf = (label: BankLabel, name: string, reference: string): Promise<Uint8Array> =>
  renderBody(caseNamed(label, name), { reference, now: testClock });

/** The banks that have a fixture of this name. */
export const havingCase = (name: string): readonly BankLabel[] =>
  bankLabels.filter((label) => cases.some((each) => each.label === label && each.name === name));

/** How many places a bank is asked at before a receipt is called missing. */
export const placesOf = (label: BankLabel): number => (["alpha", "epsilon", "eta"].includes(label) ? 2 : 1);

/** The order of a bank at `url` with this reference, or with the one of this number, from 1 to 9999. */
export const orderOf = (label: BankLabel, wanted: number | string, url: string): BankOrder => {
  const { request, reference: known } = caseNamed(label, "verified");
  const reference =
    typeof wanted === "string" ? wanted : known.slice(0, -4) + String(wanted).padStart(4, "0");
  const body = Object.entries(request).map(([field, value]) => [field, value.replace(known, reference)]);
  return { reference, body: requestAt(Object.fromEntries(body), url) };
};

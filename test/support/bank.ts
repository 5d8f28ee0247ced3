import type { TlsOptions } from "node:tls";
import { renderBody } from "../../src/sandbox/cases.ts";
import { caseNamed, testClock } from "./cases.ts";
import { answer, type Behaviour, startMisbehavingServer } from "./misbehaving-server.ts";

export const bankLabels = ["alpha", "beta", "gamma"] as const;
export type BankLabel = (typeof bankLabels)[number];

/** A reference that no other order has, and the body of `POST /api/verify-<label>` that asks for it. */
export type BankOrder = { readonly reference: string; readonly body: Readonly<Record<string, string>> };

/** A provider on a real socket that answers well, except for the references of which it is told otherwise. */
export type Bank = {
  readonly label: BankLabel;
  readonly url: string;
  readonly newOrder: () => BankOrder;
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
  let orders = 0;

  const server = await startMisbehavingServer((socket, { head }) => {
    const reference = /(?:\?id=|\/receipt\/)(FT[A-Z0-9]{10}|[A-Z0-9]{10})/.exec(head)?.[1] ?? "";
    const turn = (turns.get(reference) ?? 0) + 1;
    turns.set(reference, turn);
    const behave = behaviours.get(reference);
    if (behave !== undefined) return behave(socket, { head, turn });
    void bodyOf(label, "verified", reference).then((body) => answer(200, body)(socket, { head, turn }));
  }, tls);

  return {
    label,
    url: server.url,
    newOrder: () => {
      orders += 1;
      return orderOf(label, orders);
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

/** The order of a bank with this number, from 1 to 9999. */
export const orderOf = (label: BankLabel, number: number): BankOrder => {
  const unique = `Z${String(number).padStart(4, "0")}`;
  const reference = label === "beta" ? `DKF9Z${unique}` : `FT26319${unique}`;
  switch (label) {
    case "alpha":
      return { reference, body: { transactionRef: reference, accountNumber: "1000200004321" } };
    case "beta":
      return { reference, body: { reference } };
    case "gamma":
      return { reference, body: { reference: `${reference}36984` } };
  }
};

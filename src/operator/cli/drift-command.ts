import { openStore } from "../../database/store.ts";
import { createDriftBook, type KnownDrift } from "../layout-changes/drift-book.ts";
import { type Command, problem } from "./command.ts";

/** Lists the receipts whose layout is not known, newest first: what of the contract was not met, and a sample. */
export const driftCommand: Command = {
  name: "drift",
  synopsis: "",
  summary: "receipts whose layout changed: how often, since when, and their structure",
  options: [],
  run: async ({ words }, { config: { databaseUrl, secret }, now }) => {
    if (words.length > 0) return problem(2, "usage", "drift takes no further words");
    const store = await openStore({ databaseUrl, secret, now });
    try {
      const listed = await createDriftBook({ store, now }).list();
      if (!listed.ok) return problem(3, "unavailable", `The database is away: ${listed.error.detail ?? ""}`);
      const text = listed.value.length === 0 ? "No drift." : listed.value.map(paragraphOf).join("\n\n");
      return { exitCode: 0, json: listed.value.map(jsonOf), text };
    } finally {
      await store.close();
    }
  },
};

const jsonOf = (drift: KnownDrift) => ({
  provider: drift.provider,
  contract_version: drift.contractVersion,
  fingerprint: drift.fingerprint,
  outcome: drift.outcome,
  clause: drift.clause,
  first_at: drift.firstAt.toISOString(),
  last_at: drift.lastAt.toISOString(),
  times: drift.times,
  sample: drift.sample,
});

const paragraphOf = (drift: KnownDrift): string => {
  const [since, until] = [drift.firstAt, drift.lastAt].map((at) =>
    at.toISOString().slice(0, 16).replace("T", " "),
  );
  const outcome = drift.outcome === "verified" ? "verified in an unknown layout" : `refused: ${drift.clause}`;
  const head = [
    `${drift.provider}, ${outcome}`,
    `layout ${drift.fingerprint || "(undecodable)"}, contract ${drift.contractVersion}`,
    `${drift.times} times from ${since} to ${until} UTC`,
  ];
  const sample = drift.sample === "" ? [] : drift.sample.split("\n").map((line) => `    ${line}`);
  return [head.join("\n  "), ...sample].join("\n");
};

import { openStore } from "../../database/store.ts";
import { createLayoutChanges, type KnownLayoutChange } from "../layout-changes/layout-changes.ts";
import { type Command, problem } from "./command.ts";

/** Lists receipts of unknown layouts, newest first, with the part of the contract that was not met and a sample. */
export const layoutChangesCommand: Command = {
  name: "drift",
  synopsis: "",
  summary: "receipts whose layout changed: how often, since when, and their structure",
  options: [],
  run: async ({ words }, { config: { databaseUrl, secret }, now }) => {
    if (words.length > 0) return problem(2, "usage", "drift takes no further words");
    const store = await openStore({ databaseUrl, secret, now });
    try {
      const listed = await createLayoutChanges({ store, now }).list();
      if (!listed.ok) return problem(3, "unavailable", `The database is away: ${listed.error.detail ?? ""}`);
      const text = listed.value.length === 0 ? "No drift." : listed.value.map(paragraphOf).join("\n\n");
      return { exitCode: 0, json: listed.value.map(jsonOf), text };
    } finally {
      await store.close();
    }
  },
};

const jsonOf = (change: KnownLayoutChange) => ({
  provider: change.provider,
  contract_version: change.contractVersion,
  fingerprint: change.fingerprint,
  outcome: change.outcome,
  clause: change.clause,
  first_at: change.firstAt.toISOString(),
  last_at: change.lastAt.toISOString(),
  times: change.times,
  sample: change.sample,
});

const paragraphOf = (change: KnownLayoutChange): string => {
  const [since, until] = [change.firstAt, change.lastAt].map((at) =>
    at.toISOString().slice(0, 16).replace("T", " "),
  );
  const outcome =
    change.outcome === "verified" ? "verified in an unknown layout" : `refused: ${change.clause}`;
  const head = [
    `${change.provider}, ${outcome}`,
    `layout ${change.fingerprint || "(undecodable)"}, contract ${change.contractVersion}`,
    `${change.times} times from ${since} to ${until} UTC`,
  ];
  const sample = change.sample === "" ? [] : change.sample.split("\n").map((line) => `    ${line}`);
  return [head.join("\n  "), ...sample].join("\n");
};

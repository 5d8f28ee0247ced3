import { expect, test } from "vitest";
import { describeExtracted } from "../../src/http/extracted.ts";
import { openProviders } from "../../src/providers/registry.ts";

const settings = { bank: "TEST bank", url: "https://beta.example", aliases: [], headers: {}, labels: {} };

test("a link that holds a reference is no token, whatever the provider calls its reference", () => {
  const [beta] = openProviders({ beta: settings }, "full");
  if (beta === undefined) throw new Error("no provider");
  const link = "https://beta.example/receipt/DKF1AB2CD3";
  expect(describeExtracted(beta, { link })).toEqual({
    kind: "link",
    provider: "beta",
    reference: "DKF1AB2CD3",
    host: "beta.example",
  });
  const bearing = { ...beta, readLink: () => undefined };
  expect(describeExtracted(bearing, { link })).toMatchObject({ kind: "token" });
});

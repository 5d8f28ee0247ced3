import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { caseNamed } from "../support/cases.ts";
import { openInstallation, sms } from "../support/installation.ts";
import { codePicture } from "../support/pictures.ts";
import { temporaryFolder } from "../support/temporary-store.ts";

describe("deresegn verify", () => {
  const pictureOf = async (text: string) => {
    const file = join(temporaryFolder(), "receipt.png");
    await codePicture(text).png().toFile(file);
    return file;
  };

  test("looks at a picture's code when it is given a file", async () => {
    const { operator } = await openInstallation();
    const file = await pictureOf(sms("beta", "verified"));
    expect(await operator("verify", file, "--json")).toMatchObject({
      exitCode: 0,
      json: { status: "success", meta: { provider: "beta", read_from: "code" } },
    });
    const elsewhere = await operator("verify", await pictureOf("https://elsewhere.example/x"), "--json");
    expect(elsewhere).toMatchObject({ exitCode: 1, json: { error: { code: "qr_untrusted_host" } } });
  });

  test("takes what a picture's code lacks as options, and holds what it has against them", async () => {
    const { operator } = await openInstallation();
    const { transactionRef = "", accountNumber = "" } = caseNamed("alpha", "verified").request;
    const bare = await pictureOf(transactionRef);
    const alpha = ["--provider", "alpha", "--json"] as const;
    expect((await operator("verify", bare, "--json")).json).toMatchObject({
      error: { code: "reference_ambiguous" },
    });
    expect((await operator("verify", bare, "--account-number", accountNumber, ...alpha)).exitCode).toBe(0);
    const whole = await pictureOf(`${transactionRef}${accountNumber.slice(-8)}`);
    expect((await operator("verify", whole, ...alpha)).exitCode).toBe(0);
    const other = await operator("verify", whole, "--account-number", "1000000000009", ...alpha);
    expect(other).toMatchObject({ exitCode: 1, json: { error: { code: "receipt_mismatch" } } });
  });

  test("reads what is printed in a picture without a code, and takes no letter for granted", async () => {
    const { operator } = await openInstallation();
    const screen = fileURLToPath(new URL("../../fixtures/screens/001-clean-beta.webp", import.meta.url));
    const said = await operator("verify", screen, "--json");
    const candidates = [{ provider: "beta", request: { reference: "DIAIS70L0I" } }];
    expect(said).toMatchObject({ exitCode: 1, json: { error: { code: "reference_ambiguous", candidates } } });
  });
});

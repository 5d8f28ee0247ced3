import { decodeDocument } from "../../src/documents/decode.ts";
import { allProviders } from "./detection.ts";

const now = new Date("2026-11-15T12:00:00Z");

/** A question to each provider. */
export const questions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  alpha: { transactionRef: "FT26319K4Q7Z", accountNumber: "00004321" },
  beta: { reference: "DKF1AB2CD3" },
  gamma: { reference: "FT26319SS1KP36984" },
  delta: { reference: "822WDTS263160002" },
  epsilon: { receipt: "DKF41PM7JLY", phone: "0911000000" },
  zeta: { url: "https://advice.zeta.example/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=" },
  eta: { url: "00007012174ETTB263190007" },
  theta: { reference: "2KK2MDYG0Z-6A1B2C" },
  iota: { transactionId: "UKF1AB2CD3" },
};

/** What a provider's answer to its question comes to: the record in one line, or the code. */
export const readingOf = async (
  label: string,
  body: string | Uint8Array,
  type: string,
  status = 200,
  asked: Readonly<Record<string, string>> | undefined = questions[label],
): Promise<string> => {
  const question = allProviders.find((one) => one.label === label)?.open(asked);
  if (!question?.ok) throw new Error(`${label} does not take its question`);
  const document = await decodeDocument(
    typeof body === "string" ? new TextEncoder().encode(body) : body,
    type,
  );
  if (!document.ok) return document.error.code;
  const read = question.value.read({ status, document: document.value }, now);
  if (!read.ok) return `${read.error.code} ${read.error.detail ?? ""}`.trim();
  const { bank: _, status: __, pdf_available: ___, ...shown } = read.value.receipt;
  return Object.values(shown).join(" | ");
};

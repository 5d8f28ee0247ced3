import type { Case } from "../../src/operator/sandbox/cases.ts";
import type { Asked } from "./sheet.ts";

/** What a fixture's request asks for, as far as the document must repeat it (spec 4.2, formats 0.1). */
export const askedBy = ({ label, reference, request }: Case): Asked => {
  const given = request.accountNumber;
  switch (label) {
    case "alpha":
      if (request.link !== undefined) return askedByLink(request.link);
      return { reference, accounts: given === undefined ? [] : [lastOf(given, 8, given.length === 13)] };
    case "gamma": {
      // More than the usual last digits is a whole number, whose beginning must agree too.
      if (given !== undefined && given.length > 8) return { reference, accounts: [lastOf(given, 5, true)] };
      const digits = (request.reference ?? "").slice(12) || given?.slice(-5);
      return { reference, accounts: digits ? [{ digits, isWhole: false }] : [] };
    }
    case "eta": {
      const digits = given?.slice(-8) ?? /([0-9]{8})[0-9]{3}[A-Z0-9]{13}/.exec(request.url ?? "")?.[1];
      return { reference, accounts: digits ? [{ digits, isWhole: false }] : [] };
    }
    case "epsilon": {
      const national = (request.phone ?? "").replace(/[^0-9]/g, "").replace(/^(?:251|0)/, "");
      const forms = [`0${national}`, `251${national}`];
      return { reference, accounts: forms.map((digits) => ({ digits, isWhole: true })) };
    }
    case "theta":
      return askedOfTheta(reference);
    case "zeta":
      return {
        accounts: [],
        token: {
          pattern: /#\/(?:feedback\/)?([A-Za-z0-9+/]{43}=)/g,
          isAsked: (text) => text === `${reference}=`,
        },
      };
    default:
      return { reference, accounts: [] };
  }
};

/** A link holds a reference with an account's digits, or a token that the document does not print. */
const askedByLink = (link: string): Asked => {
  const [, reference, digits = ""] = /(FT[0-9]{5}[A-Z0-9]{5})&?([0-9]{8})/i.exec(link) ?? [];
  if (reference !== undefined) return { reference, accounts: [{ digits, isWhole: false }] };
  const token = link.split("/").at(-1) ?? "";
  return {
    accounts: [],
    token: { pattern: /(?:^|\/)(v[0-9]-[A-Za-z0-9]{11,32})$/g, isAsked: (text) => text === token },
  };
};

const lastOf = (digits: string, count: number, isWhole: boolean) => ({
  digits: isWhole ? digits : digits.slice(-count),
  isWhole,
});

/** The page prints the token's first part as a number of fifteen digits. */
const askedOfTheta = (token: string): Asked => {
  const [part = ""] = token.split("-");
  return {
    reference: String(Number.parseInt(part, part.length === 12 ? 16 : 36)).padStart(15, "0"),
    shownReference: part,
    accounts: [],
    token: {
      pattern: /\/-((?:[0-9A-F]{12}|[0-9A-Z]{10})-[0-9A-Z]{4,8})(?![0-9A-Z-])/gi,
      isAsked: (text) => text.toUpperCase() === token,
    },
  };
};

import { additiveFields, parseRequest } from "../core/request-failure.ts";
import { ok } from "../core/result.ts";
import { validateDocument } from "../documents/validate-receipt.ts";
import type { Provider, ProviderDefinition, ProviderSettings } from "./provider.ts";

/** A provider's file as the registry lists it: joined with settings it is a `Provider`. */
type ProviderFile<Label extends string> = {
  readonly label: Label;
  readonly limited: boolean;
  readonly labels: readonly string[];
  readonly settingsProblem: (settings: ProviderSettings) => string | null;
  readonly withSettings: (settings: ProviderSettings) => Provider;
};

const defaultTimeoutMs = 15_000;

/** Closes over the request type, so that different providers live in one list without a cast. */
export const defineProvider = <Fields, Label extends string>(
  definition: ProviderDefinition<Fields, Label>,
): ProviderFile<Label> => ({
  label: definition.label,
  limited: definition.limited,
  labels: definition.labels,
  settingsProblem: definition.settingsProblem ?? (() => null),
  withSettings: (settings) => ({
    label: definition.label,
    limited: definition.limited,
    holdsAccounts: definition.holdsAccounts ?? true,
    contractVersion: definition.contractVersion,
    timeoutMs: settings.timeoutMs ?? definition.timeoutMs ?? defaultTimeoutMs,
    settings,
    shapes: definition.shapes,
    readLink: definition.readLink,
    unlookable: definition.unlookable,
    request: definition.request,
    receiptId: definition.receiptId ?? ((reference) => reference),
    askWith: (body, accountNumber) => {
      const { digits, request } = definition;
      if (digits === undefined) return ok(body);
      const given = parseRequest(request, body);
      const isLacking = !given.ok && given.error.code === "parameter_missing";
      const asked = isLacking ? parseRequest(request, { ...body, [digits.field]: accountNumber }) : given;
      return asked.ok ? digits.askWith(asked.value, accountNumber, settings) : asked;
    },
    open: (body) => {
      const parsed = parseRequest(definition.request, body, additiveFields);
      if (!parsed.ok) return parsed;
      const fields = parsed.value;
      const lookup = definition.locate(fields, settings);
      if ("error" in lookup) return lookup;
      return ok({
        ...lookup,
        canonical: `${definition.label} ${lookup.canonical}`,
        provider: definition.label,
        body,
        read: (answer, now) => {
          const read = definition.read(answer, fields, { label: definition.label, settings, now });
          return read.ok ? validateDocument(answer.document, read.value, settings.labels) : read;
        },
      });
    },
  }),
});

/** Some hosts refuse clients whose name does not have a browser's form; ours has that form and still says who asks. */
export const browserHeaders = {
  "user-agent": "Mozilla/5.0 (compatible; Deresegn/1.0; receipt verification)",
};

import { additiveFields, parseRequest } from "../core/request-failure.ts";
import { ok } from "../core/result.ts";
import { validateDocument } from "../documents/validate-receipt.ts";
import type {
  PlainDefinition,
  Provider,
  ProviderDefinition,
  ProviderSettings,
  Resolve,
  ResolvingDefinition,
} from "./provider.ts";

/** A provider's file as the registry lists it: joined with settings it is a `Provider`. */
type ProviderFile<Label extends string> = {
  readonly label: Label;
  readonly limited: boolean;
  readonly labels: readonly string[];
  readonly settingsProblem: (settings: ProviderSettings) => string | null;
  readonly withSettings: (settings: ProviderSettings) => Provider;
};

const defaultTimeoutMs = 15_000;

/** Two signatures, for the type of what a bank's steps take is known by whether it has `resolve`. */
type DefineProvider = {
  <Fields, Asked, Label extends string>(
    definition: ResolvingDefinition<Fields, Asked, Label>,
  ): ProviderFile<Label>;
  <Fields, Label extends string>(definition: PlainDefinition<Fields, Label>): ProviderFile<Label>;
};

/** Closes over the request type, so that different providers live in one list without a cast. */
export const defineProvider: DefineProvider = <Fields, Asked, Label extends string>(
  definition: ResolvingDefinition<Fields, Asked, Label> | PlainDefinition<Fields, Label>,
): ProviderFile<Label> => ({
  label: definition.label,
  limited: definition.limited,
  labels: definition.labels,
  settingsProblem: definition.settingsProblem ?? (() => null),
  withSettings: (settings) =>
    definition.resolve === undefined
      ? withSettings(definition, ok, settings)
      : withSettings(definition, definition.resolve, settings),
});

const withSettings = <Fields, Asked>(
  definition: ProviderDefinition<Fields, Asked, string>,
  resolve: Resolve<Fields, Asked>,
  settings: ProviderSettings,
): Provider => ({
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
    const parsed = isLacking ? parseRequest(request, { ...body, [digits.field]: accountNumber }) : given;
    if (!parsed.ok) return parsed;
    const asked = resolve(parsed.value, settings);
    return asked.ok ? ok(digits.askWith(asked.value, accountNumber)) : asked;
  },
  open: (body) => {
    const parsed = parseRequest(definition.request, body, additiveFields);
    if (!parsed.ok) return parsed;
    const asked = resolve(parsed.value, settings);
    if (!asked.ok) return asked;
    const location = definition.locate(asked.value, settings);
    if ("error" in location) return location;
    return ok({
      ...location,
      canonical: `${definition.label} ${location.canonical}`,
      provider: definition.label,
      body,
      read: (answer, now) => {
        const read = definition.read(answer, asked.value, { label: definition.label, settings, now });
        return read.ok ? validateDocument(answer.document, read.value, settings.labels) : read;
      },
    });
  },
});

/** Some hosts refuse clients whose name does not have a browser's form; ours has that form and still says who asks. */
export const browserHeaders = {
  "user-agent": "Mozilla/5.0 (compatible; Deresegn/1.0; receipt verification)",
};

import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Failure, type FailureCode, failureCodes, isBillable } from "../../core/failure.ts";
import { createComposeFailure } from "../../http/replies.ts";
import { failureSentence } from "../../texts/texts.ts";
import type { PageContext } from "../page-context.ts";
import { queryOf } from "../query.ts";
import { sendPage } from "../send-page.ts";
import { visitorOf } from "../visitor.ts";
import type { DocsContext } from "./docs-frame.tsx";
import { EndpointPage } from "./endpoint-page.tsx";
import { ErrorPage, ErrorsPage } from "./error-pages.tsx";
import { GuidePage } from "./guide-page.tsx";
import { type Operation, readOperations } from "./operations.ts";
import { createPresets, mostUseful, type Preset, type Presets } from "./presets.ts";
import { addReference } from "./reference.ts";
import { SandboxPage } from "./sandbox-page.tsx";
import { type SnippetLanguage, snippetLanguages } from "./snippets.ts";
import { StartPage } from "./start-page.tsx";

const hidden = { schema: { hide: true } } as const;

/** `/docs`: made from the same schemas as `/openapi.json`, and from the cases of the sandbox. */
export const addDocsRoutes = (server: FastifyInstance, context: PageContext): void => {
  const presets = createPresets(context);
  const composeSample = createSample(context);
  // Read once: the description does not change while the process runs.
  let known: readonly Operation[] | null = null;
  const docsOf = (request: FastifyRequest): DocsContext => {
    known ??= readOperations(server);
    return {
      assets: context.assets,
      language: visitorOf(request).language,
      path: request.url.split("?", 1)[0] ?? "/docs",
      isTest: context.providerSets.live.mode === "test",
      operations: known,
    };
  };
  const base = () => context.publicUrl();

  server.get("/docs", hidden, async (request, reply) => {
    const docs = docsOf(request);
    const { verified, notFound } = await betaReferences(presets);
    const beta = docs.operations.find(({ provider }) => provider === "beta");
    const failure = { code: "receipt_not_found", assessment: "not_found_yet", reason: "too_recent" } as const;
    return sendPage(
      reply,
      <StartPage
        {...docs}
        path="/docs"
        chosen={chosenLanguage(queryOf(request).in)}
        base={base()}
        chatUrl={context.chatUrl()}
        verified={verified}
        notFound={notFound}
        output={{
          ...receiptIn(beta?.answer.example),
          code: failure.code,
          message: failureSentence(failure, "en").message,
        }}
        answer={beta?.answer.example}
        error={composeSample(request, { ...failure, retryAfterSeconds: 120 })}
      />,
    );
  });

  server.get("/docs/guide", hidden, (request, reply) => {
    const { providers, notOffered } = context.providerSets.live;
    const banks = providers.map(({ label, settings: { bank } }) => ({ label, bank }));
    const labels = [...banks.map(({ label }) => label), ...notOffered].sort();
    return sendPage(reply, <GuidePage {...docsOf(request)} base={base()} labels={labels} banks={banks} />);
  });

  server.get("/docs/sandbox", hidden, async (request, reply) =>
    sendPage(reply, <SandboxPage {...docsOf(request)} presets={await presets.withLinks(() => true)} />),
  );

  server.get<{ Params: { slug: string } }>("/docs/endpoints/:slug", hidden, async (request, reply) => {
    const docs = docsOf(request);
    const operation = docs.operations.find(({ slug }) => slug === request.params.slug);
    if (operation === undefined) return reply.callNotFound();
    const own = await presets.withLinks(
      ({ provider }) => operation.provider !== null && provider === operation.provider,
    );
    const chosen = own.find(({ name }) => name === queryOf(request).preset) ?? null;
    const useful = mostUseful(own, 3);
    return sendPage(
      reply,
      <EndpointPage
        {...docs}
        path={`/docs/endpoints/${operation.slug}`}
        operation={operation}
        base={base()}
        presets={chosen === null || useful.includes(chosen) ? useful : [chosen, ...useful]}
        chosen={chosen}
        body={chosen?.request ?? useful[0]?.request ?? (await sampleBody(operation, presets))}
      />,
    );
  });

  server.get("/docs/errors", hidden, (request, reply) =>
    sendPage(reply, <ErrorsPage {...docsOf(request)} />),
  );

  server.get<{ Params: { code: string } }>("/docs/errors/:code", hidden, async (request, reply) => {
    const code = failureCodes.find((one) => one === request.params.code);
    if (code === undefined) return reply.callNotFound();
    const own = await presets.withLinks(({ outcome }) => outcome === code);
    return sendPage(
      reply,
      <ErrorPage
        {...docsOf(request)}
        path={`/docs/errors/${code}`}
        code={code}
        base={base()}
        sample={composeSample(request, sampleFailure(code))}
        presets={ofEachProvider(own)}
      />,
    );
  });

  addReference(server);
};

const chosenLanguage = (given: unknown): SnippetLanguage =>
  snippetLanguages.find((one) => one === given) ?? "curl";

/** The error as a program gets it. */
const createSample = ({ publicUrl, now }: Pick<PageContext, "publicUrl" | "now">) => {
  const compose = createComposeFailure({ publicUrl }, true);
  return (request: FastifyRequest, failure: Failure): unknown => {
    const quota = { limit: 10, remaining: 9, resetAt: now() };
    const billing = isBillable(failure) ? ({ kind: "quota", counted: true, quota } as const) : null;
    return JSON.parse(compose(request, failure, billing).body);
  };
};

/** What the sample of an error says besides its code. */
const sampleFailure = (code: FailureCode): Failure => {
  switch (code) {
    case "receipt_not_found":
      return { code, reason: "too_recent", assessment: "not_found_yet", retryAfterSeconds: 120 };
    case "receipt_not_completed":
      return { code, receiptStatus: "Reversed", assessment: "undone" };
    case "receipt_mismatch":
      return { code, assessment: "another_receipt" };
    case "parameter_missing":
    case "parameter_invalid":
      return { code, param: "text" };
    case "parameter_unknown":
      return { code, param: "texts", subject: "text" };
    default:
      return { code };
  }
};

const betaReferences = async ({ ofToday }: Presets) => {
  const all = await ofToday();
  const referenceOf = (name: string) =>
    all.find((one) => one.provider === "beta" && one.name === name)?.request.reference ?? "";
  return { verified: referenceOf("verified"), notFound: referenceOf("not-found") };
};

/** What the programs of the quick start print of a receipt. */
const receiptIn = (example: unknown): { readonly amount: string; readonly receiver: string } => {
  const { data = {} } = (example ?? {}) as {
    readonly data?: { readonly transferred_amount?: string; readonly receiver_name?: string };
  };
  return {
    amount: data.transferred_amount ?? "1250.00 ETB",
    receiver: data.receiver_name ?? "HANA MEKONNEN",
  };
};

/** A body for the requests that are of no single provider. */
const sampleBody = async ({ path, body }: Operation, presets: Presets): Promise<unknown> => {
  if (body === null || body.isForm) return undefined;
  const text = `You have received money. Your transaction number is ${(await betaReferences(presets)).verified}.`;
  const alpha = (await presets.ofToday()).find((one) => one.provider === "alpha" && one.name === "verified");
  switch (path) {
    case "/api/verify":
    case "/api/detect":
    case "/api/account/topup":
      return { text };
    case "/api/verify/batch":
      return { items: [{ text }, { provider: "alpha", ...alpha?.request }] };
    case "/api/scan-alpha":
      return alpha?.request;
    default:
      return body.example ?? firstWords(body.fields);
  }
};

/** For a body of nothing but choices: the first of each. */
const firstWords = (fields: NonNullable<Operation["body"]>["fields"]): unknown =>
  Object.fromEntries(
    fields.flatMap(({ name, type }) => (type.includes(" | ") ? [[name, type.split(" | ")[0]]] : [])),
  );

const perProvider = 1;

/** The plainest case of each provider. */
const ofEachProvider = (presets: readonly Preset[]): readonly Preset[] =>
  [...new Set(presets.map(({ provider }) => provider))].flatMap((label) =>
    mostUseful(
      presets.filter(({ provider }) => provider === label),
      0,
    ).slice(0, perProvider),
  );

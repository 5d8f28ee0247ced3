import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { freshId } from "../../core/crypto.ts";
import { acceptForms, createFormMemory } from "../../http/picture-form.ts";
import { turnForText } from "../../http/text-turns.ts";
import { pictureBytesMax } from "../../photos/picture-kind.ts";
import type { ScanPicture } from "../../photos/scan-picture.ts";
import { describePictureFailure } from "../../rendering/remarks.ts";
import { describeRefusal } from "../../rendering/render-failure.ts";
import { lines, type RichText } from "../../rendering/rich-text.ts";
import { type Candidate, candidatesOf, referenceOf } from "../../verify/candidates.ts";
import { textLengthMax } from "../../verify/detect/detect.ts";
import type { ProviderSet } from "../../verify/provider-set.ts";
import { type SavedNumber, savedNumbersOf } from "../../verify/saved-fits.ts";
import { framedPolicy } from "../content-policy.ts";
import { may } from "../dashboard/powers.ts";
import type { PageContext } from "../page-context.ts";
import { queryOf } from "../query.ts";
import { sendPage } from "../send-page.ts";
import { accountSaid } from "../shown-shop.ts";
import { webTexts } from "../texts/texts.ts";
import { type Visitor, visitorOf } from "../visitor.ts";
import type { FormAnswer } from "./answer.ts";
import { answerForm, refusal, savedBy } from "./answering.ts";
import { type FormExample, FormPage, type FormPageProps } from "./form-page.tsx";
import { createInTurn } from "./in-turn.ts";
import {
  aboutNext,
  type Fields,
  isOfMainForm,
  noFields,
  pageOf,
  readAbout,
  receiveForm,
  signInChange,
} from "./received-form.ts";

type Dependencies = PageContext & {
  /** Unset: no pictures are taken. */
  readonly scanPicture?: ScanPicture | undefined;
};

/** What a field of text may hold, in bytes: 4,096 letters of any script. */
const fieldBytesMax = 16 * 1024;

/** `GET /` and `POST /`: the verification form (docs/web.md). It works without scripts. */
export const addFormRoutes = (server: FastifyInstance, given: Dependencies): void => {
  const deps = { ...given, inTurn: createInTurn(given.idempotency) };
  const memory = createFormMemory();
  const policy = framedPolicy();
  server.get("/", { schema: { hide: true } }, async (request, reply) =>
    showForm(deps, request, reply, { ...openedWith(request, deps), answer: null }),
  );
  // The same form inside Telegram, which alone may show it within its own page.
  server.get("/mini", { schema: { hide: true } }, async (request, reply) => {
    reply.header("content-security-policy", policy);
    reply.removeHeader("x-frame-options");
    return showForm(deps, request, reply, { ...openedWith(request, deps), answer: null, isMini: true });
  });

  server.register(async (forms) => {
    acceptForms(forms, { fieldBytesMax });
    forms.post("/", { schema: { hide: true }, config: { takesPicture: true } }, async (request, reply) => {
      const refuseScope = () => {
        const { language } = visitorOf(request);
        const said = describeRefusal({ code: "key_scope_missing", subject: "verify" }, "", language);
        return showForm(deps, request, reply, { fields: noFields, answer: refusal(said) });
      };
      const { language } = visitorOf(request);
      if (!mayCheck(visitorOf(request))) return refuseScope();
      const received = await receiveForm(deps, request, reply, memory);
      // What a session may do can have changed while the form was on its way.
      if (!mayCheck(visitorOf(request))) return refuseScope();
      if (!received.ok) {
        if (received.error.code === "overloaded") reply.header("connection", "close");
        const said = describePictureFailure(received.error, language);
        return showForm(deps, request, reply, { fields: noFields, answer: refusal(said) });
      }
      const visitor = visitorOf(request);
      const { form, fields, asked } = received.value;
      const page = pageOf(form);
      // A guest's answer is not their shop's, nor another account's theirs, so they say first that they want it.
      const change = signInChange(visitor, form);
      if (change !== null) {
        const isKept = isOfMainForm(form);
        const answer = refusal({ mark: "ℹ️", said: changeSaid(change, visitor, isKept) });
        const kept = isKept ? fields : noFields;
        // What a chat's message claimed is compared all the same once it is asked again.
        const about = readAbout(form.fields.about);
        return showForm(deps, request, reply, { fields: kept, answer, about });
      }
      const answer = asked.ok
        ? await answerForm(deps, request, visitor, asked.value, form)
        : refusal(asked.error);
      const about = answer.kind === "receipt" ? null : aboutNext(asked, readAbout(form.fields.about));
      // A photo has used up the words beside it, which are not of the next one.
      const kept = answer.kind !== "refusal" && form.hasPicture ? { ...fields, text: "" } : fields;
      return showForm(deps, request, reply, { fields: kept, answer, about, page });
    });
  });
};

const mayCheck = ({ session }: Visitor): boolean => session === null || may(session, "check receipts");

const changeSaid = (
  change: NonNullable<ReturnType<typeof signInChange>>,
  { session, language }: Visitor,
  isKept: boolean,
): RichText => {
  const { ended, changed } = webTexts(language).form;
  if (change !== "changed") return lines(ended[change].title, ended[change].todo);
  const todo = isKept ? changed.todo : changed.todoAnew;
  return lines(changed.title, session && todo(accountSaid(session, language)));
};

/** What the address fills in: a text, or a question that a chat has closed. */
const openedWith = (
  request: FastifyRequest,
  { prefill }: Pick<PageContext, "prefill">,
): Pick<Shown, "fields" | "about"> => {
  const { text, ask } = queryOf(request);
  const candidate = typeof ask === "string" ? prefill.open(ask) : null;
  if (candidate === null)
    return { fields: { ...noFields, text: typeof text === "string" ? text.slice(0, textLengthMax) : "" } };
  const { accountNumber = "", phone = "" } = candidate.isWithSaved ? {} : candidate.request;
  return {
    fields: { text: referenceOf(candidate), provider: candidate.provider, accountNumber, phone },
    about: { ...candidate, isWithSaved: false, request: withoutSaved(candidate) },
  };
};

/** The number of a saved account is the merchant's, and the address may be passed on. */
const withoutSaved = ({ request, isWithSaved }: Candidate): Candidate["request"] => {
  const { accountNumber: _account, phone: _phone, ...alone } = request;
  return isWithSaved ? alone : request;
};

/** The bank that was chosen and has been left; the form does not choose it again. */
const movedFromOf = (answer: FormAnswer | null): string | null => {
  if (answer === null || answer.kind === "refusal") return null;
  return answer.kind === "question" ? answer.question.movedFrom : answer.movedFrom;
};

/** References of simulated banks, for whoever has no receipt at hand. */
const examplesOf = async ({ sandboxExamples, now }: Dependencies): Promise<readonly FormExample[]> => {
  const all = await sandboxExamples(now());
  return exampleCases.flatMap(([provider, name, kind]) => {
    const found = all.find((one) => one.provider === provider && one.name === name);
    const [text] = Object.values(found?.request ?? {});
    return text === undefined ? [] : [{ kind, text }];
  });
};

const exampleCases = [
  ["beta", "verified", "real"],
  ["alpha", "verified", "ofTwoBanks"],
  ["beta", "reversed", "reversed"],
  ["beta", "not-found", "notFound"],
] as const;

const nothingExpected = { isChoice: false, missing: [] };

/** What the page's own detection will show of the text with which it opens. */
const expectedIn = ({ text, provider }: Fields, providerSet: ProviderSet): FormPageProps["expected"] => {
  const [alternatives = [], ...others] = candidatesOf(providerSet.detect(text));
  if (others.length > 0) return { isChoice: false, missing: [] };
  const likely = alternatives.filter((one) => alternatives.length === 1 || one.provider === provider);
  const meant = likely.length > 0 ? likely : alternatives;
  const missing = meant[0]?.missing.filter((name) => meant.every((one) => one.missing.includes(name))) ?? [];
  return { isChoice: alternatives.length > 1, missing };
};

type Shown = {
  readonly fields: Fields;
  readonly answer: FormAnswer | null;
  /** What the form has asked about without an answer so far; unset or null: nothing. */
  readonly about?: Candidate | null;
  /** What the page calls itself; unset: it is a new one. */
  readonly page?: string | undefined;
  /** Whether it is shown inside Telegram. */
  readonly isMini?: boolean;
};

const showForm = async (
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { fields, answer, about = null, page = freshId(12), isMini = false }: Shown,
): Promise<FastifyReply> => {
  const visitor = visitorOf(request);
  const { language, caller, providerSet } = visitor;
  const saved: readonly SavedNumber[] = savedNumbersOf(await savedBy(deps, visitor));
  const quota = await deps.accounts.quotaOf(caller);
  // A text beyond the limit is shown and not searched. The form then asks for what is missing when it is sent.
  const isSearched =
    answer === null && fields.text !== "" && deps.takeText(visitor, Buffer.byteLength(fields.text)).ok;
  if (isSearched) await turnForText(request);
  return sendPage(
    reply,
    <FormPage
      assets={deps.assets}
      language={language}
      path="/"
      isTest={providerSet.mode === "test"}
      fields={movedFromOf(answer) === null ? fields : { ...fields, provider: "" }}
      expected={isSearched ? expectedIn(fields, providerSet) : nothingExpected}
      answer={answer}
      providers={providerSet.providers}
      quota={quota.ok ? quota.value : null}
      pictureBytesMax={pictureBytesMax}
      site={deps.publicUrl()}
      chatUrl={isMini ? null : deps.chatUrl()}
      examples={providerSet.mode === "test" && answer === null && !isMini ? await examplesOf(deps) : []}
      about={about}
      page={page}
      isMini={isMini}
      takesPictures={deps.scanPicture !== undefined}
      saved={saved}
    />,
  );
};

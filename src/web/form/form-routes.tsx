import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SavedAccount } from "../../accounts/saved-accounts.ts";
import { freshId } from "../../core/crypto.ts";
import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import {
  acceptForms,
  createFormMemory,
  type PictureForm,
  pictureCallerOf,
  readForm,
} from "../../http/picture-form.ts";
import { turnForText } from "../../http/text-turns.ts";
import { failureOf, outcomeOf } from "../../http/verification.ts";
import type { MemoryShare } from "../../photos/memory-share.ts";
import { pictureBytesMax } from "../../photos/picture-kind.ts";
import type { ScanPicture } from "../../photos/scan-picture.ts";
import { provenReceiptOf } from "../../rendering/proof.ts";
import { renderPictureFailure, renderUnlookable } from "../../rendering/remarks.ts";
import { describeReceipt } from "../../rendering/render.ts";
import { canChange, describeFailure, renderRefusal } from "../../rendering/render-failure.ts";
import { renderRefused } from "../../rendering/render-refused.ts";
import { lines, type RichText } from "../../rendering/rich-text.ts";
import { assessFailure } from "../../verify/assessment.ts";
import {
  askedBy,
  type Candidate,
  candidateSchema,
  candidatesOf,
  filledInWithSaved,
  meantText,
  referenceOf,
} from "../../verify/candidates.ts";
import { joinClaims } from "../../verify/detect/claims.ts";
import { claimedBeside, type Detection } from "../../verify/detect/detect.ts";
import { otherQuestionsTo } from "../../verify/other-questions.ts";
import type { ProviderSet } from "../../verify/provider-set.ts";
import { receiptIdsOf } from "../../verify/receipt-ids.ts";
import { type SavedNumber, savedFitsOf, savedNumbersOf } from "../../verify/saved-fits.ts";
import type { Verification } from "../../verify/verify.ts";
import { framedPolicy } from "../content-policy.ts";
import { may } from "../dashboard/powers.ts";
import type { PageContext } from "../page-context.ts";
import { sendPage } from "../send-page.ts";
import { webTexts } from "../texts/texts.ts";
import { type Visitor, visitorOf } from "../visitor.ts";
import type { FormAnswer } from "./answer.ts";
import { type FormExample, FormPage, type FormPageProps } from "./form-page.tsx";
import { completed, type FormFields, type Question, questionOf } from "./question.ts";
import { createTurns, type InTurn } from "./turns.ts";

type Dependencies = PageContext & {
  /** Unset: no pictures are taken. */
  readonly scanPicture?: ScanPicture | undefined;
};

type WithTurns = Dependencies & { readonly inTurn: InTurn };

/** What a field of text may hold, in bytes: 4,096 letters of any script. */
const fieldBytesMax = 16 * 1024;

type Fields = FormFields & { readonly text: string };

const noFields: Fields = { text: "", provider: "", accountNumber: "", phone: "" };

/** `GET /` and `POST /`: the verification form (spec 4.4). It works without scripts. */
export const addFormRoutes = (server: FastifyInstance, given: Dependencies): void => {
  const deps = { ...given, inTurn: createTurns(given.idempotency) };
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
      const visitor = visitorOf(request);
      if (visitor.session !== null && !may(visitor.session, "check receipts")) {
        const said = renderRefusal({ code: "key_scope_missing", subject: "verify" }, "", visitor.language);
        return showForm(deps, request, reply, { fields: noFields, answer: { kind: "refusal", said } });
      }
      const received = await receive(deps, request, visitor, memory);
      if (!received.ok) {
        if (received.error.code === "overloaded") reply.header("connection", "close");
        const said = renderPictureFailure(received.error, visitor.language);
        return showForm(deps, request, reply, { fields: noFields, answer: { kind: "refusal", said } });
      }
      const { form, fields, asked } = received.value;
      const page = pageOf(form);
      // A guest's answer is not their shop's, so they say first that they want it.
      if (visitor.ended !== null) {
        const { title, todo } = webTexts(visitor.language).form.ended[visitor.ended];
        const kept = isOfMainForm(form) ? { fields, asked: form.fields.asked ?? "" } : { fields: noFields };
        return showForm(deps, request, reply, { ...kept, answer: refusal(lines(`ℹ️ ${title}`, todo)) });
      }
      const answer = asked.ok
        ? await answerQuestion(deps, request, visitor, asked.value, form)
        : { kind: "refusal" as const, said: asked.error };
      const about = answer.kind === "receipt" ? null : aboutNext(asked, readAbout(form.fields.about));
      // A photo has used up the words beside it, which are not of the next one.
      const kept = answer.kind !== "refusal" && form.hasPicture ? { ...fields, text: "" } : fields;
      return showForm(deps, request, reply, { fields: kept, answer, about, page });
    });
  });
};

/** What a page calls itself, so that a second press or a reload is known for one. */
const pageOf = ({ fields: { page = "" } }: SentForm): string | undefined =>
  /^[\w-]{16,40}$/.test(page) ? page : undefined;

/** What the address fills in: a text, or a question that a chat has closed. */
const openedWith = (
  { query }: FastifyRequest,
  { prefill }: Pick<PageContext, "prefill">,
): Pick<Shown, "fields" | "about"> => {
  const { text, ask } = (query ?? {}) as Readonly<Record<string, unknown>>;
  const candidate = typeof ask === "string" ? prefill.open(ask) : null;
  if (candidate === null)
    return { fields: { ...noFields, text: typeof text === "string" ? text.slice(0, 4096) : "" } };
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

/** What stood in a form beside its picture. */
type SentForm = Pick<PictureForm, "fields"> & { readonly hasPicture: boolean };

/** What a form asks; an error is what the visitor is told instead. */
type Asked = Result<Question, RichText>;

/**
 * Reads a form and its picture. What comes out holds no picture, for the answer may be waited for long, and many pictures
 * would use up the memory meanwhile.
 */
const receive = async (
  deps: Dependencies,
  request: FastifyRequest,
  visitor: Visitor,
  memory: MemoryShare,
): Promise<Result<{ readonly form: SentForm; readonly fields: Fields; readonly asked: Asked }, Failure>> => {
  const form = await readForm(request, pictureCallerOf(visitor), memory);
  if (!form.ok) return form;
  const sent = { fields: form.value.fields, hasPicture: hasPicture(form.value) };
  const fields = fieldsOf(sent, visitor.providerSet);
  const taken = deps.takeText(visitor, Buffer.byteLength(fields.text));
  if (!taken.ok)
    return ok({
      form: sent,
      fields,
      asked: { ok: false, error: renderPictureFailure(taken.error, visitor.language) },
    });
  await turnForText(request);
  // Whose session has ended is not answered yet.
  const asked: Asked =
    visitor.ended === null ? await readQuestion(deps, visitor, form.value, fields) : ok({ kind: "nothing" });
  return ok({ form: sent, fields, asked });
};

const fieldsOf = ({ fields }: SentForm, { providers }: ProviderSet): Fields => {
  const { text = "", provider = "", accountNumber = "", phone = "" } = fields;
  const isOffered = providers.some(({ label }) => label === provider);
  return {
    text: text.slice(0, 4096),
    provider: isOffered ? provider : "",
    accountNumber: accountNumber.trim(),
    phone: phone.trim(),
  };
};

/** From the form to what it asks. */
const readQuestion = async (
  deps: Dependencies,
  visitor: Visitor,
  form: PictureForm,
  fields: Fields,
): Promise<Asked> => {
  const { providerSet, language } = visitor;
  if (form.fields.candidate !== undefined) {
    const candidate = readCandidate(form.fields.candidate);
    if (!candidate.ok) return { ok: false, error: renderRefusal(candidate.error, "", language) };
    return ok(completed(candidate.value, fields, providerSet));
  }
  if (hasPicture(form) && deps.scanPicture !== undefined) {
    const scanned = await deps.scanPicture(form.image, providerSet, pictureCallerOf(visitor));
    if (!scanned.ok) return { ok: false, error: pictureRefusal(scanned.error, visitor) };
    const { detection, needsConfirmation } = scanned.value;
    const words = isOfAnother(detection, providerSet.detect(fields.text), providerSet) ? "" : fields.text;
    return ok(questionOf(claimedBeside(detection, words), fields, providerSet, needsConfirmation));
  }
  const about = readAbout(form.fields.about);
  const detection = providerSet.detect(fields.text);
  // A reference without a digit is one only where something says so, as the chat's message did.
  if (about !== null && detection.candidates.length === 0 && fields.text.trim() === referenceOf(about))
    return ok(completed(about, fields, providerSet));
  const claims = readClaims(form.fields.claims) ?? claimsAbout(about, detection);
  return ok(questionOf(claims === null ? detection : claiming(detection, claims), fields, providerSet));
};

/** Hidden fields hold what the page itself wrote; a visitor may have changed it, so it is validated. */
const readCandidate = (text: string): Result<Candidate, Failure> => {
  const parsed = candidateSchema.safeParse(jsonOf(text));
  return parsed.success ? ok(parsed.data) : fail("parameter_invalid", { param: "candidate" });
};

const readAbout = (text: string | undefined): Candidate | null =>
  text === undefined ? null : (candidateSchema.safeParse(jsonOf(text)).data ?? null);

/** Whether the text beside a picture surely names another receipt: one that was asked about before is still in the field. */
const isOfAnother = (picture: Detection, text: Detection, { providers }: ProviderSet): boolean => {
  const [shown, named] = [picture, text].map((one) =>
    candidatesOf(one)
      .flat()
      .map((candidate) => receiptIdsOf(candidate, providers)),
  );
  if (shown === undefined || named === undefined || named.length === 0) return false;
  // A link that hides its reference may be of any receipt.
  if ([...shown, ...named].some((ids) => ids.length === 0)) return false;
  return !named.flat().some((id) => shown.flat().includes(id));
};

/**
 * What the message before claimed, while the form still asks for its receipt and the text claims nothing itself: the
 * reference is the same, or the one that was probably meant. Any other one is a new question, however near it lies: banks
 * number their receipts in sequence.
 */
const claimsAbout = (
  about: Candidate | null,
  { candidates: [first] }: Detection,
): Candidate["claims"] | null => {
  if (about === null || first === undefined || first.claims.amountsSantim.length > 0) return null;
  const [reference = ""] = Object.values(first.request);
  const [meant] = meantText(about)?.split(" ") ?? [];
  return [referenceOf(about), meant].includes(reference) ? about.claims : null;
};

/** What the form asks about next time: what it asks about now, or still what it asked about before. */
const aboutNext = (asked: Asked, before: Candidate | null): Candidate | null => {
  if (!asked.ok) return before;
  const { value: question } = asked;
  const [candidate] =
    question.kind === "choice" ? question.candidates : "candidate" in question ? [question.candidate] : [];
  return candidate === undefined ? before : candidate;
};

const readClaims = (text: string | undefined): Candidate["claims"] | null =>
  text === undefined ? null : (candidateSchema.shape.claims.safeParse(jsonOf(text)).data ?? null);

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** A reference that was corrected is still of the message that was pasted first. */
const claiming = (detection: Detection, claims: Candidate["claims"]): Detection => ({
  ...detection,
  candidates: detection.candidates.map((one) => ({ ...one, claims: joinClaims(one.claims, claims) })),
});

const pictureRefusal = (
  failure: Parameters<typeof renderPictureFailure>[0] & { readonly unlookable?: Detection["unlookable"] },
  { language, providerSet }: Visitor,
): RichText =>
  failure.unlookable
    ? renderUnlookable(failure.unlookable, bankOf(providerSet), language)
    : renderPictureFailure(failure, language);

const bankOf =
  ({ providers }: ProviderSet) =>
  (label: string): string =>
    providers.find((provider) => provider.label === label)?.settings.bank ?? label;

const answerQuestion = async (
  deps: WithTurns,
  request: FastifyRequest,
  visitor: Visitor,
  question: Question,
  form: SentForm,
): Promise<FormAnswer> => {
  const { language, providerSet } = visitor;
  switch (question.kind) {
    case "choice":
    case "missing":
      return {
        kind: "question",
        question,
        asksInForm: isOfMainForm(form),
        withSaved: question.kind === "missing" ? await withSavedOf(deps, visitor, question.candidate) : [],
      };
    case "nothing":
      return refusal(renderRefusal({ code: "reference_not_found_in_text" }, "", language));
    case "unlookable":
      return refusal(renderUnlookable(question.unlookable, bankOf(providerSet), language));
    case "refused":
      return refusal(
        lines(
          ...question.refused.slice(0, 10).map((one) => renderRefused(one, language, bankOf(providerSet))),
        ),
      );
    case "ready":
      return verifyCandidate(deps, request, visitor, {
        ...question,
        isFresh: form.fields.again === "yes",
        page: pageOf(form),
      });
  }
};

/** Whether the text in the form itself was sent, and not a choice, a picture or a question that was changed. */
const isOfMainForm = ({ fields, hasPicture }: SentForm): boolean =>
  fields.candidate === undefined && fields.claims === undefined && !hasPicture;

const hasPicture = (form: PictureForm): form is PictureForm & { readonly image: Uint8Array } =>
  form.image !== null && form.image.length > 0;

/** The numbers that a person's shop has saved and that may be the missing one. A key does not hear of them. */
const withSavedOf = async (
  deps: Pick<PageContext, "savedAccounts">,
  visitor: Visitor,
  candidate: Candidate,
): Promise<readonly Candidate[]> => {
  const fits = savedFitsOf([candidate], await savedBy(deps, visitor));
  return fits.map(({ account }) => filledInWithSaved(candidate, account.number));
};

const savedBy = async (
  { savedAccounts }: Pick<PageContext, "savedAccounts">,
  { session }: Pick<Visitor, "session">,
): Promise<readonly SavedAccount[]> =>
  session?.who.kind === "person" ? savedAccounts.of(session.account.id) : [];

const refusal = (said: RichText): FormAnswer => ({ kind: "refusal", said });

type Ready = Extract<Question, { kind: "ready" }> & {
  readonly isFresh: boolean;
  readonly page: string | undefined;
};

const verifyCandidate = async (
  deps: WithTurns,
  request: FastifyRequest,
  visitor: Visitor,
  { candidate, movedFrom, isFresh, page }: Ready,
): Promise<FormAnswer> => {
  const { caller, language, providerSet } = visitor;
  const provider = providerSet.providers.find(({ label }) => label === candidate.provider);
  if (provider === undefined)
    return refusal(renderRefusal({ code: "provider_not_offered" }, candidate.provider, language));
  const keyAccount = caller.kind === "known_key" ? visitor.account?.id : null;
  const press = { page, caller, account: visitor.account, mode: providerSet.mode, provider, candidate };
  const answered = await deps.inTurn(press, (alongside) =>
    providerSet.verify({ caller, keyAccount, provider, ...askedBy(candidate), isFresh, page, alongside }),
  );
  if (!answered.ok) {
    const { error } = answered;
    request.outcome = outcomeOf({ failure: error, verification: null }, provider.label);
    const [now, unasked] = [deps.now(), { billing: null, movedFrom }];
    return failureAnswer(visitor, candidate, error, { ...unasked, checkedAt: now, now });
  }
  const { value: verification } = answered;
  request.outcome = outcomeOf({ failure: failureOf(verification), verification }, provider.label);
  const { result, billing, seenBefore, assessment, checkedAt } = verification;
  if (result.ok && assessment !== null) {
    const view = describeReceipt(result.value, {
      assessment,
      asks: null,
      shop: visitor.session?.shop ?? "",
      expected: null,
      seenBefore,
      billing,
      isGroup: false,
      isUnfolded: true,
      // The line for guests of a chat names its commands.
      isGuest: false,
      bankOf: bankOf(providerSet),
      language,
      calendar: visitor.chosenCalendar,
      now: deps.now(),
    });
    const { session } = visitor;
    const proofOffer =
      session !== null && may(session, "make proofs") && assessment.noPayment === null
        ? deps.proofOffers.close(session, provenReceiptOf(result.value, checkedAt))
        : null;
    const { value: verified } = result;
    return { kind: "receipt", view, verified, assessment, candidate, checkedAt, proofOffer, movedFrom };
  }
  const failure = result.ok ? ({ code: "internal_error" } as const) : result.error;
  return failureAnswer(visitor, candidate, failure, { ...verification, movedFrom, now: deps.now() });
};

const failureAnswer = (
  { language, providerSet }: Visitor,
  candidate: Candidate,
  failure: Failure,
  {
    billing,
    checkedAt,
    movedFrom,
    now,
  }: Pick<Verification, "billing" | "checkedAt"> & { readonly movedFrom: string | null; readonly now: Date },
): FormAnswer => {
  const provider = providerSet.providers.find(({ label }) => label === candidate.provider);
  const opened = provider?.open(candidate.request);
  const { secondNumber, encodedDate = null } = opened?.ok ? opened.value : {};
  const { isBankChosen, warnings, isWithSaved } = candidate;
  const assessment = assessFailure(failure, { secondNumber, isBankChosen, encodedDate }, now);
  const view = describeFailure(failure, {
    assessment,
    bank: provider?.settings.bank ?? candidate.provider,
    reference: referenceOf(candidate),
    secondNumber: secondNumber ?? null,
    isDated: encodedDate !== null,
    warnings,
    isLinked: false,
    isAskedWithSaved: isWithSaved,
    isTriedAgain: false,
    checkedAt,
    billing,
    isGroup: false,
    language,
  });
  const isMissing = mayBeElsewhere.has(assessment.kind);
  const others = isMissing
    ? otherQuestionsTo(candidate, providerSet)
    : { anotherNumber: null, otherBanks: [] };
  const againSeconds =
    canChange(assessment) && assessment.kind !== "number_in_doubt"
      ? Math.max(failure.retryAfterSeconds ?? againAfter[assessment.kind] ?? 0, 10)
      : null;
  return { kind: "failure", view, failure, candidate, others, againSeconds, movedFrom };
};

const mayBeElsewhere: ReadonlySet<string> = new Set(["number_in_doubt", "not_found_yet", "not_found"]);

/** Seconds until the page asks again by itself, where the failure does not say. */
const againAfter: Readonly<Record<string, number>> = { no_answer: 20, not_found_yet: 120, pending: 120 };

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

import type { FastifyReply, FastifyRequest } from "fastify";
import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { type PictureForm, pictureCallerOf, readForm } from "../../http/picture-form.ts";
import { refusal } from "../../http/request-body.ts";
import { turnForText } from "../../http/text-turns.ts";
import type { MemoryShare } from "../../photos/memory-share.ts";
import type { PictureResult, ScanPicture } from "../../photos/scan-picture.ts";
import type { Marked } from "../../rendering/marked.ts";
import { describePictureFailure, describeUnlookable } from "../../rendering/remarks.ts";
import { describeRefusal } from "../../rendering/render-failure.ts";
import {
  type Candidate,
  candidateSchema,
  candidatesOf,
  meantText,
  referenceOf,
} from "../../verify/candidates.ts";
import { joinClaims } from "../../verify/detect/amounts/join-claims.ts";
import { type Detection, textLengthMax, withClaimsOf } from "../../verify/detect/detect.ts";
import type { ProviderSet } from "../../verify/provider-set.ts";
import { receiptIdsOf } from "../../verify/receipt-ids.ts";
import type { PageContext } from "../page-context.ts";
import { meetVisitor, type Visitor, visitorOf } from "../visitor.ts";
import { bankNameIn, completed, type FormFields, type FormRequest, formRequestOf } from "./form-request.ts";

type Dependencies = Pick<PageContext, "takeText"> &
  Parameters<typeof meetVisitor>[2] & {
    /** Unset: no pictures are taken. */
    readonly scanPicture?: ScanPicture | undefined;
  };

export type Fields = FormFields & { readonly text: string };

export const noFields: Fields = { text: "", provider: "", accountNumber: "", phone: "" };

/** What stood in a form beside its picture. */
export type SentForm = Pick<PictureForm, "fields"> & { readonly hasPicture: boolean };

/** What a form asks; an error is what the visitor is told instead. */
type Asked = Result<FormRequest, Marked>;

/**
 * Reads a form and what its picture shows, and meets its visitor again. What comes out holds no picture, for the answer may be
 * waited for long, and many pictures would use up the memory meanwhile.
 */
export const receiveForm = async (
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  memory: MemoryShare,
): Promise<Result<{ readonly form: SentForm; readonly fields: Fields; readonly asked: Asked }, Failure>> => {
  const received = await receivePicture(deps, request, visitorOf(request), memory);
  // A form may take long to arrive, and the session may have ended meanwhile.
  const met = await meetVisitor(request, reply, deps);
  if (!met.ok) throw refusal(met.error);
  if (!received.ok) return received;
  const { form, fields, shown } = received.value;
  if (!shown.ok) return ok({ form, fields, asked: shown });
  const visitor = visitorOf(request);
  if (signInChange(visitor, form) !== null) return ok({ form, fields, asked: ok({ kind: "nothing" }) });
  if (fields.text !== "") await turnForText(request);
  return ok({ form, fields, asked: readFormRequest(visitor, form, fields, shown.value) });
};

/** A form whose picture was scanned. `shown`: what the picture shows, null where none is looked at; or why it shows nothing. */
type Received = {
  readonly form: SentForm;
  readonly fields: Fields;
  readonly shown: Result<PictureResult | null, Marked>;
};

/**
 * As an upload's, the picture goes from the memory of forms to that of pictures at once. If it waited for anything
 * between, no limit would hold it.
 */
const receivePicture = async (
  deps: Dependencies,
  request: FastifyRequest,
  visitor: Visitor,
  memory: MemoryShare,
): Promise<Result<Received, Failure>> => {
  const read = await readForm(request, pictureCallerOf(visitor), memory);
  if (!read.ok) return read;
  const form = { fields: read.value.fields, hasPicture: hasPicture(read.value) };
  const fields = fieldsOf(form, visitor.providerSet);
  const taken = deps.takeText(visitor, bytesOf(form));
  const shown: Received["shown"] = taken.ok
    ? await scanForm(deps, visitor, read.value)
    : { ok: false, error: describePictureFailure(taken.error, visitor.language) };
  if (shown.ok) request.uncountPicture = shown.value?.uncount ?? null;
  return ok({ form, fields, shown });
};

/** All of its text: a browser may send in any field what takes as long to read as a text. */
const bytesOf = ({ fields }: Pick<PictureForm, "fields">): number =>
  Buffer.byteLength(Object.values(fields).join(""));

/**
 * How the sign-in has changed since the page of a form was made: it has ended, or is another's (`changed`). The form is not
 * answered before its visitor knows. Null: it has not, or the form is of no page of ours.
 */
export const signInChange = (
  { ended, session, madeFor }: Visitor,
  { fields }: Pick<PictureForm, "fields">,
): Visitor["ended"] | "changed" => {
  if (ended !== null || fields.for === undefined || fields.for === madeFor) return ended;
  return session === null ? "browser" : "changed";
};

/** A choice that was made counts in place of the picture. */
const scanForm = async (
  { scanPicture }: Dependencies,
  visitor: Visitor,
  form: PictureForm,
): Promise<Received["shown"]> => {
  const isLookedAt = signInChange(visitor, form) === null && form.fields.candidate === undefined;
  if (!isLookedAt || !hasPicture(form) || scanPicture === undefined) return ok(null);
  const scanned = await scanPicture(form.image, visitor.providerSet, pictureCallerOf(visitor));
  return scanned.ok ? scanned : { ok: false, error: pictureRefusal(scanned.error, visitor) };
};

const fieldsOf = ({ fields }: SentForm, { providers }: ProviderSet): Fields => {
  const { text = "", provider = "", accountNumber = "", phone = "" } = fields;
  const isOffered = providers.some(({ label }) => label === provider);
  return {
    text: text.slice(0, textLengthMax),
    provider: isOffered ? provider : "",
    accountNumber: accountNumber.trim(),
    phone: phone.trim(),
  };
};

/** From the form, and what its picture shows, to what it asks. */
const readFormRequest = (
  { providerSet, language }: Visitor,
  form: SentForm,
  fields: Fields,
  shown: PictureResult | null,
): Asked => {
  if (form.fields.candidate !== undefined) {
    const candidate = readCandidate(form.fields.candidate);
    if (!candidate.ok) return { ok: false, error: describeRefusal(candidate.error, "", language) };
    return ok(completed(candidate.value, fields, providerSet));
  }
  if (shown !== null) {
    const { detection, needsConfirmation } = shown;
    const words = isOfAnother(detection, providerSet.detect(fields.text), providerSet) ? "" : fields.text;
    return ok(formRequestOf(withClaimsOf(detection, words), fields, providerSet, needsConfirmation));
  }
  const about = readAbout(form.fields.about);
  const detection = providerSet.detect(fields.text);
  // A reference without a digit is one only where something says so, as the chat's message did.
  if (about !== null && detection.candidates.length === 0 && fields.text.trim() === referenceOf(about))
    return ok(completed(about, fields, providerSet));
  const claims = readClaims(form.fields.claims) ?? claimsAbout(about, detection);
  return ok(formRequestOf(claims === null ? detection : claiming(detection, claims), fields, providerSet));
};

/** Hidden fields hold what the page itself wrote; a visitor may have changed it, so it is validated. */
const readCandidate = (text: string): Result<Candidate, Failure> => {
  const parsed = candidateSchema.safeParse(jsonOf(text));
  return parsed.success ? ok(parsed.data) : fail("parameter_invalid", { param: "candidate" });
};

export const readAbout = (text: string | undefined): Candidate | null =>
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
export const aboutNext = (asked: Asked, before: Candidate | null): Candidate | null => {
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
  failure: Parameters<typeof describePictureFailure>[0] & { readonly unlookable?: Detection["unlookable"] },
  { language, providerSet }: Visitor,
): Marked =>
  failure.unlookable
    ? describeUnlookable(failure.unlookable, bankNameIn(providerSet), language)
    : describePictureFailure(failure, language);

/** What a page calls itself, so that a second press or a reload is known for one. */
export const pageOf = ({ fields: { page = "" } }: SentForm): string | undefined =>
  /^[\w-]{16,40}$/.test(page) ? page : undefined;

/** Whether the text in the form itself was sent, and not a choice, a picture or a question that was changed. */
export const isOfMainForm = ({ fields, hasPicture }: SentForm): boolean =>
  fields.candidate === undefined && fields.claims === undefined && !hasPicture;

const hasPicture = (form: PictureForm): form is PictureForm & { readonly image: Uint8Array } =>
  form.image !== null && form.image.length > 0;

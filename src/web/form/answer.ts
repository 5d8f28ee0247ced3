import type { Failure } from "../../core/failure.ts";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import type { Marked } from "../../rendering/marked.ts";
import type { ReceiptView } from "../../rendering/render.ts";
import type { FailureView } from "../../rendering/render-failure.ts";
import type { Candidate } from "../../verify/candidates.ts";
import type { OtherQuestions } from "../../verify/other-questions.ts";
import type { ReceiptAssessment } from "../../verify/receipt-assessment.ts";
import type { FormRequest } from "./form-request.ts";

/** What the page of the form says beneath it. */
export type FormAnswer =
  | {
      readonly kind: "receipt";
      readonly view: ReceiptView;
      readonly verified: VerifiedReceipt;
      readonly assessment: ReceiptAssessment;
      readonly candidate: Candidate;
      readonly checkedAt: Date;
      /** What its owner may pass on, sealed; null: the visitor is no owner. */
      readonly proofOffer: string | null;
      readonly movedFrom: string | null;
    }
  | {
      readonly kind: "failure";
      readonly view: FailureView;
      readonly failure: Failure;
      readonly candidate: Candidate;
      readonly others: OtherQuestions;
      /** Seconds after which the same question may be answered; null: it will not be. */
      readonly againSeconds: number | null;
      readonly movedFrom: string | null;
    }
  | {
      readonly kind: "question";
      readonly question: Extract<FormRequest, { kind: "choice" | "missing" }>;
      /** Whether the form's own fields ask for what is missing, so that it is asked in one place. */
      readonly asksInForm: boolean;
      /** The same question with each number that the visitor's shop has saved and that may be the missing one. */
      readonly withSaved: readonly Candidate[];
    }
  /** Nothing was asked. */
  | ({ readonly kind: "refusal" } & Marked);

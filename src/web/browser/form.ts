import { openPage } from "./form/page.ts";
import { watchPhoto } from "./form/photo.ts";
import { startRecognition } from "./form/recognise.ts";
import { watchScanner } from "./form/scanner.ts";
import { createSending } from "./form/sending.ts";

/** The form at `/`: everything here makes quicker or easier what works without it. */

const form = document.querySelector<HTMLFormElement>("#ask");
if (form !== null) {
  // Browsers that do not tell a style sheet whether scripts run.
  document.documentElement.classList.add("has-script");
  const page = openPage(form);
  const recognition = startRecognition(page);
  const sending = createSending(page, recognition);
  watchPhoto(page, sending.send);
  watchScanner(page, recognition);
  sending.present();
}

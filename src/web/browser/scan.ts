import jsqr from "jsqr";

/** Reads QR codes from the camera. Fetched when the button is pressed. */

/** Part of the browser's own detector, where it has one. */
type Detector = {
  readonly detect: (source: CanvasImageSource) => Promise<readonly { readonly rawValue: string }[]>;
};
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
};

/** Longer side of what is searched, in pixels: enough for a code, little enough for a cheap phone. */
const sideMax = 720;
const everyMs = 150;

type Listeners = {
  readonly onStart: () => void;
  /** Hears the text of each code once. */
  readonly take: (text: string) => boolean;
};

/**
 * Shows the camera until `take` says that a code was the one. Resolves to false where the camera cannot be used.
 */
export const scan = async (
  video: HTMLVideoElement,
  signal: AbortSignal,
  { onStart, take }: Listeners,
): Promise<boolean> => {
  const stream = await navigator.mediaDevices
    .getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } }, audio: false })
    .catch(() => null);
  if (stream === null) return false;
  try {
    video.srcObject = stream;
    await video.play();
    onStart();
    const read = await createReader();
    const seen = new Set<string>();
    while (!signal.aborted) {
      for (const text of await read(video)) {
        if (seen.has(text)) continue;
        seen.add(text);
        if (take(text)) return true;
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    return true;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
};

type Reader = (video: HTMLVideoElement) => Promise<readonly string[]>;

const createReader = async (): Promise<Reader> => {
  const own = await ownDetector();
  if (own !== null)
    return async (video) =>
      own.detect(video).then(
        (codes) => codes.map(({ rawValue }) => rawValue),
        () => [],
      );
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, sideMax / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (context === null || canvas.width === 0) return [];
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    const code = jsqr.default(data, width, height, { inversionAttempts: "attemptBoth" });
    return code === null ? [] : [code.data];
  };
};

const ownDetector = async (): Promise<Detector | null> => {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorClass };
  if (BarcodeDetector === undefined) return null;
  const formats: readonly string[] = await BarcodeDetector.getSupportedFormats().catch(() => []);
  return formats.includes("qr_code") ? new BarcodeDetector({ formats: ["qr_code"] }) : null;
};

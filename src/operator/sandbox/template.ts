/** What a document's placeholders stand for. */
type Filling = {
  readonly reference: string;
  readonly documentTime: Date;
  /** Data URL of the picture that stands for the receipt's QR code. */
  readonly picture: () => string;
  /** Base64 of the PDF inside the document, or of its first part: `share` is a fraction up to 1. */
  readonly page?: (share: number) => string;
};

/**
 * Fills `{{reference}}`, `{{reference|number}}` (see `numberIn`), `{{picture}}`, `{{page}}` or `{{page|<share>}}`
 * and `{{now|<format>}}` (Addis Ababa) or `{{utc|<format>}}`; a placeholder it does not know is a bug of the fixture
 * and throws. Formats: `YYYY YY MM M Mon DD D HH hh h mm ss A a`.
 */
export const fillTemplate = (template: string, { reference, documentTime, picture, page }: Filling): string =>
  template.replace(/\{\{([^{}|]+)(?:\|([^{}]*))?\}\}/g, (placeholder, name: string, format?: string) => {
    if (name === "reference") return format === "number" ? numberIn(reference) : reference;
    if (name === "picture") return picture();
    if (name === "page" && page !== undefined) return page(Number(format ?? 1));
    if (name === "now" && format !== undefined) return formatTime(documentTime, format, addisAbabaMs);
    if (name === "utc" && format !== undefined) return formatTime(documentTime, format, 0);
    throw new Error(`unknown placeholder ${placeholder}`);
  });

/** The number that the part before the hyphen writes: ten characters in base 36, twelve in hexadecimal. */
const numberIn = (reference: string): string => {
  const [part = ""] = reference.split("-");
  return String(Number.parseInt(part, part.length === 12 ? 16 : 36)).padStart(15, "0");
};

/** Addis Ababa keeps UTC+3 all year. */
export const addisAbabaMs = 3 * 3_600_000;

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const formatTime = (time: Date, format: string, offsetMs: number): string => {
  const local = new Date(time.getTime() + offsetMs);
  const two = (value: number) => String(value).padStart(2, "0");
  const hour = local.getUTCHours();
  const parts: Readonly<Record<string, string>> = {
    YYYY: String(local.getUTCFullYear()),
    YY: two(local.getUTCFullYear() % 100),
    MM: two(local.getUTCMonth() + 1),
    M: String(local.getUTCMonth() + 1),
    DD: two(local.getUTCDate()),
    D: String(local.getUTCDate()),
    Mon: monthNames[local.getUTCMonth()] ?? "",
    HH: two(hour),
    hh: two(hour % 12 === 0 ? 12 : hour % 12),
    h: String(hour % 12 === 0 ? 12 : hour % 12),
    mm: two(local.getUTCMinutes()),
    ss: two(local.getUTCSeconds()),
    A: hour < 12 ? "AM" : "PM",
    a: hour < 12 ? "am" : "pm",
  };
  return format.replace(/YYYY|YY|Mon|MM|M|DD|D|HH|hh|h|mm|ss|A|a/g, (part) => parts[part] ?? part);
};

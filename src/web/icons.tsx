import {
  Ban,
  Camera,
  Check,
  CircleQuestionMark,
  Clock,
  Copy,
  Hourglass,
  type IconNode,
  Image,
  Info,
  Link,
  Printer,
  QrCode,
  RefreshCw,
  Share2,
  TriangleAlert,
  X,
} from "lucide";
import { h, type JSX } from "preact";

/** The icons of the pages, all of one set. Each stands beside words or has a label, so readers skip the drawing. */
const drawings = {
  camera: Camera,
  clock: Clock,
  hourglass: Hourglass,
  info: Info,
  link: Link,
  question: CircleQuestionMark,
  refused: Ban,
  warning: TriangleAlert,
  check: Check,
  close: X,
  copy: Copy,
  photo: Image,
  print: Printer,
  scan: QrCode,
  again: RefreshCw,
  share: Share2,
} as const satisfies Record<string, IconNode>;

export type IconName = keyof typeof drawings;

export const Icon = ({ name }: { readonly name: IconName }): JSX.Element => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {drawings[name].map(([tag, attributes]) => h(tag, attributes))}
  </svg>
);

import type { FastifyContextConfig, FastifyReply, FastifyRequest } from "fastify";
import type { ComponentChildren, JSX, VNode } from "preact";
import { z } from "zod";
import type { Actor, AdminResult } from "../../accounts/accounts.ts";
import type { Session } from "../../accounts/sessions.ts";
import { fail, isFailure } from "../../core/failure.ts";
import { refusal } from "../../http/request-body.ts";
import { readForm } from "../form-body.ts";
import { Frame, type FrameContext } from "../frame.tsx";
import type { PageContext } from "../page-context.ts";
import { sendPage } from "../send-page.ts";
import { accountSaid } from "../shown-shop.ts";
import { webTexts } from "../texts/texts.ts";
import { visitorOf } from "../visitor.ts";
import { may, type Power } from "./powers.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Shows a form of the dashboard again with what was typed, where it was made for somebody else. */
    showAgain?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  }
}

/** What every page of the dashboard is shown with. */
export type Shell = FrameContext & {
  readonly session: Session;
  /** Whether the form that was sent is somebody else's, so that nothing was done. */
  readonly isOthersForm: boolean;
  /** What the account is called; empty where nothing is known, or the session may not know it. */
  readonly shop: string;
};

/** The pages of the dashboard, in the order of its menu. Null: every session may see it. */
const sections = [
  ["overview", "/dashboard", null],
  ["receipts", "/dashboard/receipts", "see books"],
  ["money", "/dashboard/money", "see money"],
  ["keys", "/dashboard/keys", "see keys"],
  ["people", "/dashboard/people", "see people"],
  ["saved", "/dashboard/accounts", "see saved accounts"],
  ["audit", "/dashboard/audit", "see audit log"],
  ["settings", "/dashboard/settings", null],
] as const satisfies readonly (readonly [string, string, Power | null])[];

type PageName = (typeof sections)[number][0];

/** Every page of the dashboard is entered with a session. */
export const sessionOf = (request: FastifyRequest): Session => {
  const { session } = visitorOf(request);
  if (session === null) throw new Error("a page of the dashboard was entered without a session");
  return session;
};

export const shellOf = async (context: PageContext, request: FastifyRequest): Promise<Shell> => {
  const { language, isOthersForm } = visitorOf(request);
  const session = sessionOf(request);
  return {
    assets: context.assets,
    language,
    path: pathOf(request),
    isTest: visitorOf(request).providerSet.mode === "test",
    session,
    isOthersForm,
    shop: session.shop,
  };
};

/** Where the links of the page lead back to. The address of a press shows no page, so its section stands for it. */
const pathOf = ({ method, routeOptions: { url = "/dashboard" } }: FastifyRequest): string =>
  method === "POST" ? sectionAt(url)[1] : url;

const sectionAt = (at: string): (typeof sections)[number] =>
  sections.findLast(([, path]) => at.startsWith(path)) ?? sections[0];

/** Whoever acts in the dashboard, as the audit log names them. */
export const actorOf = ({ who }: Session): Actor =>
  who.kind === "person"
    ? { kind: "user", userId: who.userId, face: "web" }
    : { kind: "key", key: who.id, face: "web" };

/** What a page cannot be shown without. A failure is answered as one, such as while the database is away. */
export const orThrow = async <T,>(asked: AdminResult<T>): Promise<T> => {
  const found = await asked;
  if (found.ok) return found.value;
  const { error } = found;
  throw refusal(isFailure(error) ? error : fail("route_not_found", { detail: error.code }).error);
};

/** A route that a session may enter that has this power. Others get the page that says why, before a body is read. */
export const needing = (
  context: PageContext,
  power: Power,
  showAgain?: FastifyContextConfig["showAgain"],
) => ({
  schema: { hide: true },
  config: { ...(showAgain && { showAgain }) },
  onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (may(sessionOf(request), power)) return undefined;
    return sendPage(reply, <NotAllowed {...(await shellOf(context, request))} />, 403);
  },
});

const idForm = z.object({ id: z.string().max(64) });

/** The id that a form of one press names; empty where it names none. */
export const idIn = (request: FastifyRequest): string => readForm(request, idForm)?.id ?? "";

const NotAllowed = (shell: Shell): JSX.Element => {
  const texts = webTexts(shell.language).dashboard.notAllowed;
  const { who, mode } = shell.session;
  const why = who.kind === "person" ? texts.staff : mode === "test" ? texts.test : texts.key;
  return (
    <DashboardFrame {...shell} section={null} title={texts.title}>
      <p>{why}</p>
      <a class="button" href="/dashboard">
        {texts.back}
      </a>
    </DashboardFrame>
  );
};

/** Answers a press that was made for somebody else, and leads to the page where it can be made again. */
export const showNotDone = async (
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const shell = await shellOf(context, request);
  const [section, path] = sectionAt(shell.path);
  const title = webTexts(shell.language).dashboard.menu[section];
  return sendShell(
    reply,
    <DashboardFrame {...shell} section={section} title={title}>
      <a class="button" href={path}>
        {title}
      </a>
    </DashboardFrame>,
  );
};

type DashboardFrameProps = Shell & {
  readonly section: PageName | null;
  readonly title: string;
  /** What has been done, told once; null: nothing. */
  readonly done?: string | null;
  readonly children: ComponentChildren;
};

/** A page of the dashboard: its menu, who is signed in, and its heading. */
export const DashboardFrame = (props: DashboardFrameProps): JSX.Element => {
  const { language, session, shop, section, title, done = null, children } = props;
  const texts = webTexts(language).dashboard;
  const shown = sections.filter(([, , power]) => power === null || may(session, power));
  return (
    <Frame {...props} isWide isWhoSaid scripts={["dashboard.js"]}>
      <div class="dash">
        <div class="dash__side">
          <div class="dash__head">
            <p class="dash__shop">
              <bdi>{shop === "" ? texts.yourShop : shop}</bdi>
              <small class="dash__who">{whoIs(session, texts)}</small>
            </p>
            <form method="post" action="/dashboard/sign-out">
              <button class="button button--small" type="submit">
                {texts.signOut}
              </button>
            </form>
          </div>
          <nav aria-label={texts.menuLabel}>
            <ul class="dash__menu">
              {shown.map(([name, path]) => (
                <li>
                  <a href={path} {...(name === section && { "aria-current": "page" as const })}>
                    {texts.menu[name]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div class="dash__main">
          <h1>{title}</h1>
          {props.isOthersForm && <Refusal>{texts.othersForm(accountSaid(session, language))}</Refusal>}
          {done !== null && (
            <p class="note note--good" role="status">
              {done}
            </p>
          )}
          {children}
        </div>
      </div>
    </Frame>
  );
};

const whoIs = ({ who, mode }: Session, texts: ReturnType<typeof webTexts>["dashboard"]): string => {
  if (who.kind === "key") return mode === "test" ? texts.asTestKey : texts.asKey;
  return who.role === "owner" ? texts.asOwner : texts.asStaff;
};

/** A refusal beside the form that it is about. */
export const Refusal = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <p class="note note--bad" role="alert">
    {children}
  </p>
);

/** Sends a page, with a status that says whether the form above was taken. */
export const sendShell = (reply: FastifyReply, page: VNode, isRefused = false): FastifyReply =>
  sendPage(reply, page, isRefused || visitorOf(reply.request).isOthersForm ? 422 : 200);

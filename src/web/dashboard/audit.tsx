import type { FastifyInstance } from "fastify";
import type { JSX } from "preact";
import type { AuditEntry } from "../../accounts/accounts.ts";
import { catalogues } from "../../texts/texts.ts";
import { useDates } from "../dates.ts";
import type { PageContext } from "../page-context.ts";
import { webTexts } from "../texts/texts.ts";
import { List, Pager, parameterOf } from "./parts.tsx";
import { type NameOf, namesOf } from "./people-names.ts";
import { DashboardFrame, needing, orThrow, type Shell, sendShell, shellOf } from "./shell.tsx";

const path = "/dashboard/audit";
const pageMax = 50;

/** `GET /dashboard/audit`: what was done with the account, by whom, when and through which face. */
export const addAudit = (server: FastifyInstance, context: PageContext): void => {
  const { accounts } = context;
  server.get(path, needing(context, "see audit log"), async (request, reply) => {
    const shell = await shellOf(context, request);
    const before = /^[\w-]{8,64}$/.exec(parameterOf(request, "before"))?.[0];
    const page = { limit: pageMax + 1, ...(before !== undefined && { before }) };
    const entries = await orThrow(accounts.auditOf(shell.session.account.id, page));
    const nameOf = await namesOf(accounts, shell.session, shell.language);
    return sendShell(
      reply,
      <Audit {...shell} entries={entries} isLater={before !== undefined} nameOf={nameOf} />,
    );
  });
};

type AuditProps = Shell & {
  /** One entry more than is shown reveals that there are more. */
  readonly entries: readonly AuditEntry[];
  readonly isLater: boolean;
  readonly nameOf: NameOf;
};

const Audit = (props: AuditProps): JSX.Element => {
  const { language, entries, isLater, nameOf } = props;
  const { dashboard, audit: texts } = webTexts(language);
  const { acts, service } = catalogues[language].audit;
  const dates = useDates();
  const { byOperator } = catalogues[language].notices;
  const shown = entries.slice(0, pageMax);
  const last = entries.length > pageMax ? shown.at(-1) : undefined;
  const doerOf = ({ actor }: AuditEntry): string => {
    if (actor.kind === "operator") return byOperator;
    return actor.kind === "service" ? service : nameOf(actor.id);
  };
  return (
    <DashboardFrame {...props} section="audit" title={dashboard.menu.audit}>
      <p class="lead__more">{texts.lead}</p>
      {shown.length === 0 ? (
        <p class="empty">{texts.none}</p>
      ) : (
        <List
          label={dashboard.menu.audit}
          columns={[{ name: texts.when }, { name: texts.what }, { name: texts.who }, { name: texts.where }]}
          rows={shown.map((entry) => [
            dates.dayAndTime(entry.at),
            acts[entry.act],
            <bdi>{doerOf(entry)}</bdi>,
            texts.faces[entry.face],
          ])}
        />
      )}
      <Pager
        texts={dashboard}
        older={last === undefined ? null : `${path}?before=${last.id}`}
        newest={isLater ? path : null}
      />
    </DashboardFrame>
  );
};

import { scaleBand, scaleLinear } from "d3-scale";
import type { JSX } from "preact";
import type { UsageDay } from "../../accounts/accounts.ts";
import { formatAmount } from "../../rendering/amounts.ts";
import type { Language } from "../../texts/texts.ts";
import { useDates } from "../dates.ts";
import { webTexts } from "../texts/texts.ts";

/** In units of the drawing, which is as wide as its place. */
const width = 720;
const height = 220;
const margin = { top: 12, right: 4, bottom: 26, left: 34 };

/** How many days apart the days are named below the chart. */
const namedEvery = 7;

/** Answers of each day as bars, the confirmed ones beneath, with the same as a table for whoever does not see it. */
export const UsageChart = (props: {
  readonly usage: readonly UsageDay[];
  readonly language: Language;
}): JSX.Element => {
  const { usage, language } = props;
  const texts = webTexts(language).dashboard.overview;
  const answers = usage.reduce((sum, day) => sum + day.answers, 0);
  const verified = usage.reduce((sum, day) => sum + day.verified, 0);
  const most = Math.max(4, ...usage.map((day) => day.answers));
  const x = scaleBand(
    usage.map(({ day }) => day),
    [margin.left, width - margin.right],
  ).padding(0.25);
  const y = scaleLinear([0, most], [height - margin.bottom, margin.top]).nice(4);
  const dates = useDates();
  const dayName = (day: string): string => dates.day(noonOf(day));
  return (
    <figure class="chart">
      <figcaption class="chart__legend">
        <span class="chart__key chart__key--verified">{texts.verified}</span>{" "}
        <span class="chart__key chart__key--other">{texts.notConfirmed}</span>
      </figcaption>
      <svg
        class="chart__drawing"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={texts.chart(answers, verified)}
      >
        {y
          .ticks(4)
          .filter(Number.isInteger)
          .map((tick) => (
            <g>
              <line
                class="chart__line"
                x1={margin.left}
                x2={width - margin.right}
                y1={y(tick)}
                y2={y(tick)}
              />
              <text class="chart__text" x={margin.left - 6} y={y(tick) + 4} text-anchor="end">
                {tick}
              </text>
            </g>
          ))}
        {usage.map((day, index) => (
          <g>
            <title>{`${dayName(day.day)}: ${day.answers}`}</title>
            <Bar x={x(day.day)} width={x.bandwidth()} from={y(0)} to={y(day.verified)} kind="verified" />
            <Bar
              x={x(day.day)}
              width={x.bandwidth()}
              from={y(day.verified)}
              to={y(day.answers)}
              kind="other"
            />
            {(usage.length - 1 - index) % namedEvery === 0 && (
              <text
                class="chart__text"
                x={index === usage.length - 1 ? width - margin.right : (x(day.day) ?? 0) + x.bandwidth() / 2}
                y={height - 6}
                text-anchor={index === usage.length - 1 ? "end" : "middle"}
              >
                {dates.shortDay(noonOf(day.day))}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details class="chart__table">
        <summary>{texts.usageTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col" class="number">
                {texts.verified}
              </th>
              <th scope="col" class="number">
                {texts.notConfirmed}
              </th>
              <th scope="col" class="number">
                {texts.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {usage
              .filter((day) => day.answers > 0)
              .toReversed()
              .map((day) => (
                <tr>
                  <th scope="row">{dayName(day.day)}</th>
                  <td class="number">{day.verified}</td>
                  <td class="number">{day.answers - day.verified}</td>
                  <td class="number">{formatAmount(day.amountSantim)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
};

/** A moment of a day that is the same day in Addis Ababa. */
const noonOf = (day: string): Date => new Date(`${day}T09:00:00Z`);

const Bar = (props: {
  readonly x: number | undefined;
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly kind: "verified" | "other";
}): JSX.Element | null =>
  props.from === props.to ? null : (
    <rect
      class={`chart__bar chart__bar--${props.kind}`}
      x={props.x}
      width={props.width}
      y={props.to}
      height={props.from - props.to}
      rx={2}
    />
  );

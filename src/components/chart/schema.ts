import { defineComponent } from '../../contract/component.ts'
import { closed, exactlyOne, nullable } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice, flag, line, source, textOrNumber, title, Tone, unit } from '../members.ts'

const point = closed({
  x: textOrNumber('Place on the x axis'),
  y: Type.Number({ description: 'Height' }),
  label: Type.Optional(line('Name of the point')),
})

export const chart = defineComponent({
  type: 'chart',
  tier: 0,
  summary:
    'Figures to compare or follow over time: line and area for time, bar for kinds, pie for shares, scatter for pairs.',
  props: closed({
    chart_type: choice(['line', 'area', 'bar', 'pie', 'donut', 'scatter'], 'How it is drawn'),
    title,
    labels: Type.Optional(
      Type.Array(textOrNumber('A place on the x axis, or the name of a slice'), {
        maxItems: 2_000,
        description: 'Dates, categories or slices; as many as each series has values',
      }),
    ),
    series: Type.Array(
      closed(
        {
          name: line('Name in the legend'),
          values: Type.Optional(
            Type.Array(nullable(Type.Number(), { description: 'A value; null is a gap' }), {
              maxItems: 2_000,
              description: 'One value for each label',
            }),
          ),
          points: Type.Optional(
            Type.Array(point, { maxItems: 2_000, description: 'Points with their own x, for scatter' }),
          ),
          tone: Type.Optional(Tone),
        },
        exactlyOne(['values', 'points']),
      ),
      { minItems: 1, maxItems: 20, description: 'One for each line, set of bars or ring' },
    ),
    x_type: choice(['category', 'time', 'number'], 'Kind of x axis; time reads ISO dates'),
    x_title: Type.Optional(line('Title of the x axis')),
    y_title: Type.Optional(line('Title of the y axis')),
    unit,
    y_min: Type.Optional(Type.Number({ description: 'Lowest value of the y axis' })),
    y_max: Type.Optional(Type.Number({ description: 'Highest value of the y axis' })),
    stacked: flag('Stack the series', false),
    horizontal: flag('Horizontal bars', false),
    marks: Type.Optional(
      Type.Array(
        closed({
          value: Type.Number({ description: 'Height on the y axis' }),
          label: line('What it means', 80),
        }),
        {
          maxItems: 10,
          description: 'Lines across the chart, e.g. a goal',
        },
      ),
    ),
    caption: Type.Optional(line('What it shows, in a sentence, for screen readers', 500)),
    source,
  }),
  example: {
    chart_type: 'bar',
    title: 'Rain by month',
    labels: ['Jan', 'Feb', 'Mar'],
    series: [
      { name: 'Oslo', values: [49, 36, 47] },
      { name: 'Bergen', values: [190, 152, 170] },
    ],
    unit: 'mm',
  },
})

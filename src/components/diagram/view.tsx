import { Workflow } from 'lucide-react'
import { useId, useMemo } from 'react'
import { useAction } from '../view-kit/action.ts'
import { Card } from '../view-kit/card.tsx'
import { NamedIcon } from '../view-kit/icon.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { placed, type Placed } from './layout.ts'

type PlacedNode = Placed['nodes'][number]

const GROUNDS = {
  neutral: 'border-line-strong bg-surface-1',
  info: 'border-accent bg-accent-soft',
  success: 'border-good bg-good-soft',
  warning: 'border-warn bg-warn-soft',
  danger: 'border-bad bg-bad-soft',
}

const SHAPES = { box: 'rounded-lg', round: 'rounded-full', diamond: '', cylinder: 'rounded-[50%/16px]' }

interface DiagramProps extends ViewProps<'diagram'> {
  /** Makes each box that has no action of its own a button. */
  readonly onChoose?: (id: string) => void
}

export function DiagramView({ title, nodes, edges, direction = 'right', caption, onChoose }: DiagramProps) {
  const drawn = useMemo(() => placed({ nodes, edges, direction }), [nodes, edges, direction])
  return (
    <Card icon={<Workflow aria-hidden className="size-4" />} title={title ?? 'Diagram'}>
      <figure>
        <div
          className="fading-x overflow-auto"
          tabIndex={0}
          role="group"
          aria-label={caption ?? title ?? 'Diagram'}
        >
          <div className="relative mx-auto" style={{ width: drawn.width, height: drawn.height }}>
            <Arrows drawn={drawn} />
            {drawn.nodes.map((node) => (
              <Node key={node.id} node={node} onChoose={onChoose} />
            ))}
          </div>
        </div>
        <ul className="sr-only">
          {drawn.edges.map(({ from, to, label }, index) => (
            <li
              key={index}
            >{`${nameOf(drawn, from)} leads to ${nameOf(drawn, to)}${label === undefined ? '' : ` (${label})`}`}</li>
          ))}
        </ul>
        {caption !== undefined && <figcaption className="mt-2 text-sm text-ink-3">{caption}</figcaption>}
      </figure>
    </Card>
  )
}

function nameOf({ nodes }: Placed, id: string): string {
  return nodes.find((node) => node.id === id)?.label ?? id
}

function Arrows({ drawn: { width, height, nodes, edges } }: { drawn: Placed }) {
  const head = useId()
  return (
    <svg width={width} height={height} className="absolute inset-0" aria-hidden>
      <marker id={head} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
        <path d="M0 0.5 L7.5 4 L0 7.5z" fill="var(--text-3)" />
      </marker>
      {nodes
        .filter(({ shape }) => shape === 'diamond')
        .map((node) => (
          <Diamond key={node.id} node={node} />
        ))}
      {edges.map(({ points, dashed, label }, index) => {
        const middle = points[Math.floor(points.length / 2)]!
        return (
          <g key={index}>
            <path
              d={curve(points)}
              fill="none"
              stroke="var(--text-3)"
              strokeWidth="1.5"
              strokeDasharray={dashed ? '5 4' : undefined}
              markerEnd={`url(#${head})`}
            />
            {label !== undefined && (
              <text
                x={middle.x}
                y={middle.y - 4}
                textAnchor="middle"
                className="fill-ink-2 stroke-surface-1 text-xs [paint-order:stroke] [stroke-width:4px]"
              >
                {label}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

const TONE_NAMES = { neutral: undefined, info: 'accent', success: 'good', warning: 'warn', danger: 'bad' }

/** A border cannot go around a diamond, so it is drawn with the arrows. */
function Diamond({ node: { x, y, width, height, tone = 'neutral' } }: { node: PlacedNode }) {
  const name = TONE_NAMES[tone]
  const points = `${x},${y - height / 2} ${x + width / 2},${y} ${x},${y + height / 2} ${x - width / 2},${y}`
  return (
    <polygon
      points={points}
      fill={name ? `var(--${name}-soft)` : 'var(--surface-1)'}
      stroke={name ? `var(--${name})` : 'var(--line-strong)'}
    />
  )
}

function curve(points: readonly { x: number; y: number }[]): string {
  const [first, ...rest] = points
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1]!
    const last = index === rest.length - 2
    return `Q${point.x} ${point.y} ${last ? next.x : (point.x + next.x) / 2} ${last ? next.y : (point.y + next.y) / 2}`
  })
  const end = rest.at(-1)!
  return `M${first!.x} ${first!.y}${bends.join('') || `L${end.x} ${end.y}`}`
}

function Node({ node, onChoose }: { node: PlacedNode; onChoose: DiagramProps['onChoose'] }) {
  const { run } = useAction()
  const { label, detail, shape = 'box', tone = 'neutral', icon, action, x, y, width, height } = node
  const style = { left: x - width / 2, top: y - height / 2, width, height }
  const inner = (
    <>
      <span className="flex items-center gap-1.5">
        {icon !== undefined && <NamedIcon name={icon} />}
        {label}
      </span>
      {detail !== undefined && <span className="text-xs text-ink-3">{detail}</span>}
    </>
  )
  const look = `absolute z-1 flex flex-col items-center justify-center px-3 text-center text-sm leading-tight wrap-anywhere ${shape === 'diamond' ? '' : `border ${GROUNDS[tone]} ${SHAPES[shape]}`}`
  if (!action && !onChoose)
    return (
      <div className={look} style={style}>
        {inner}
      </div>
    )
  return (
    <button
      type="button"
      className={`${look} hover:shadow-card`}
      style={style}
      onClick={() => (action ? void run(action) : onChoose?.(node.id))}
    >
      {inner}
    </button>
  )
}

import '@xyflow/react/dist/style.css'
import {
  Background,
  Controls,
  ReactFlow,
  type Connection,
  type Edge,
  type ReactFlowInstance,
} from '@xyflow/react'
import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { placed } from '../../../../src/components/diagram/layout.ts'
import { Empty } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import type { Draft } from './draft.ts'
import { targetsOf, type Target } from './draft-reducer.ts'
import { canConnect } from './edit-steps.ts'
import { keyOf, useEditor } from './editor-model.ts'
import { GraphItem, type GraphNode } from './graph-item.tsx'
import { moveSelection, notesOf } from './outline.tsx'
import { TRIGGER_TITLES, triggerInWords } from './trigger-words.ts'
import { useItems } from './use-items.ts'
import type { Tool } from './use-tools.ts'
import './graph.css'

const nodeTypes = { item: GraphItem }

/** The same draft as boxes and arrows. The layout is made anew each time; nothing of it is stored. */
export function Graph() {
  const { state, dispatch } = useEditor()
  const { context } = useShell()
  const { draft } = state
  const { nodes, edges, all } = useGraph()
  const frame = useRef<HTMLDivElement>(null)
  const flow = useRef<ReactFlowInstance<GraphNode> | null>(null)
  useShownSelection({ frame, flow, box: nodes.find(({ data }) => data.isCurrent) })
  const connect = ({ source, target }: Connection) => {
    const [from, to] = [stepOf(source), stepOf(target)]
    if (from === undefined || to === undefined) return
    if (!canConnect(draft.steps, from, to)) context.announce('Steps cannot wait for each other.')
    dispatch({ type: 'connect', from, to })
  }
  if (nodes.length === 0) return <Empty>No steps yet. Press / to add one.</Empty>
  return (
    <div
      ref={frame}
      role="group"
      aria-label="Graph"
      className="h-[60dvh] min-h-96 overflow-hidden rounded-card border border-line bg-surface-0"
      onKeyDown={(event) => moveSelection(event, all)}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        deleteKeyCode={null}
        disableKeyboardA11y
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.1 }}
        minZoom={0.1}
        onConnect={connect}
        onInit={(instance) => (flow.current = instance)}
        proOptions={{ hideAttribution: true }}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

/** The draft as the library wants it. */
function useGraph() {
  const { state, tools, runs, problems } = useEditor()
  const { all, actions, stateOf } = useItems()
  const { draft } = state
  const { boxes, edges } = useMemo(() => layoutOf(draft, tools), [draft, tools])
  const statuses = new Map(runs.shown?.steps.map((step) => [step.id, step.status]))
  const nodes = boxes.map(({ target, title, detail, ...place }): GraphNode => {
    const isStep = target.kind === 'step'
    const data = {
      target,
      title,
      detail,
      status: isStep ? statuses.get(target.id) : undefined,
      isPinned: isStep && draft.pins?.[target.id] !== undefined,
      problem: problems.get(keyOf(target))?.[0],
      ...stateOf(keyOf(target)),
      ...actions,
    }
    return { id: keyOf(target), type: 'item', ...place, data }
  })
  return { nodes, edges, all }
}

interface Shown {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly flow: RefObject<ReactFlowInstance<GraphNode> | null>
  readonly box: GraphNode | undefined
}

const MIN_READABLE_ZOOM = 0.6

/** What is selected by keys comes into view, large enough to be read. */
function useShownSelection({ frame, flow, box }: Shown): void {
  const latest = useRef(box)
  latest.current = box
  const id = box?.id
  useEffect(() => {
    const [selected, view] = [latest.current, flow.current?.getViewport()]
    if (!selected || !view || !frame.current) return
    const { clientWidth, clientHeight } = frame.current
    const left = selected.position.x * view.zoom + view.x
    const top = selected.position.y * view.zoom + view.y
    const [width, height] = [selected.width ?? 0, selected.height ?? 0]
    const isInside =
      left >= 0 &&
      top >= 0 &&
      left + width * view.zoom <= clientWidth &&
      top + height * view.zoom <= clientHeight
    if (isInside && view.zoom >= MIN_READABLE_ZOOM) return
    const zoom = Math.max(view.zoom, MIN_READABLE_ZOOM)
    void flow.current?.setCenter(selected.position.x + width / 2, selected.position.y + height / 2, { zoom })
  }, [id, frame, flow])
}

interface Box {
  readonly target: Target
  readonly title: string
  readonly detail: string
  readonly position: { readonly x: number; readonly y: number }
  readonly width: number
  readonly height: number
}

/** Where every box stands, and what leads where. What has no step before it is started by the triggers. */
function layoutOf(draft: Draft, tools: ReadonlyMap<string, Tool>): { boxes: readonly Box[]; edges: Edge[] } {
  const nodes = [
    ...draft.triggers.map((trigger) => ({
      id: `trigger:${trigger.id}`,
      label: TRIGGER_TITLES[trigger.type],
      detail: shortened(triggerInWords(trigger)),
    })),
    ...draft.steps.map((step) => ({
      id: `step:${step.id}`,
      label: tools.get(step.action)?.title ?? step.action,
      detail: shortened([step.id, ...notesOf(step, step.depends_on.join())].join(' · ')),
    })),
  ]
  const links = draft.steps.flatMap(({ id, depends_on }) =>
    depends_on.length > 0
      ? depends_on.map((from) => ({ from: `step:${from}`, to: `step:${id}` }))
      : draft.triggers.map((trigger) => ({ from: `trigger:${trigger.id}`, to: `step:${id}` })),
  )
  const drawn = placed({ nodes, edges: links, direction: 'down' })
  const targets = targetsOf(draft)
  return {
    boxes: drawn.nodes.map(({ label, detail = '', x, y, width, height }, index) => ({
      target: targets[index]!,
      title: label,
      detail,
      position: { x: x - (width + ROOM) / 2, y: y - height / 2 },
      width: width + ROOM,
      height,
    })),
    edges: drawn.edges.map(({ from, to }) => ({ id: `${from} ${to}`, source: from, target: to })),
  }
}

/** For the mark of how the step stands. */
const ROOM = 20
const MAX_DETAIL = 40

function shortened(text: string): string {
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL - 1)}…` : text
}

function stepOf(key: string): string | undefined {
  return key.startsWith('step:') ? key.slice('step:'.length) : undefined
}

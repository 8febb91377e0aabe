import { Component as ReactClass, type ReactNode } from 'react'

interface BoundaryProps {
  /** When it changes, something else is to be drawn, and a failure of before no longer counts. */
  readonly of?: unknown
  readonly onFailure: (error: unknown) => void
  readonly instead: (error: unknown, again: () => void) => ReactNode
  readonly children: ReactNode
}

/** Keeps a failure to draw one thing from taking the page with it. React knows boundaries only as classes. */
export class DrawBoundary extends ReactClass<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Nothing was thrown.') }
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.of !== this.props.of && this.state.error !== undefined) this.setState({ error: undefined })
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error)
  }

  override render() {
    const { error } = this.state
    return error === undefined
      ? this.props.children
      : this.props.instead(error, () => this.setState({ error: undefined }))
  }
}

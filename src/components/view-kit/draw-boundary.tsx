import { Component as ReactClass, type ReactNode } from 'react'

interface BoundaryProps {
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

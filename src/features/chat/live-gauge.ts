import type { Component } from '../../contract/component-schema.ts'

/** A value of the machine that keeps moving while it is looked at. */
export function liveGauge(label: string, path: string): Component {
  return {
    type: 'data_bound',
    source: '/api/system/metrics',
    path,
    display: 'gauge',
    label,
    unit: '%',
    min: 0,
    max: 100,
    refresh_ms: 2_000,
  }
}

/** What is measured when `/metrics` asks for it. */

import { Gauge } from 'prom-client'
import type { Platform } from '../context.ts'

declare module '../module.ts' {
  interface Module {
    /** What is measured of it, beside what is counted as it happens. */
    readonly figures?: readonly Figure[]
  }
}

/** One value of a gauge. */
export interface Reading {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** Something that is read when it is asked for. */
export interface Figure {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  readonly read: (platform: Platform) => Promise<readonly Reading[]>
}

/** Adds gauges. What cannot be read at a moment is left out: the database may be away, and the others are wanted then. */
export function addFigures(platform: Platform, figures: readonly Figure[]): void {
  for (const { read, name, help, labelNames = [] } of figures) {
    new Gauge({
      ...{ name, help, labelNames },
      registers: [platform.figures.registry],
      async collect() {
        this.reset()
        for (const { labels = {}, value } of await read(platform).catch(() => [])) this.set(labels, value)
      },
    })
  }
}

/** A reading for each of these counts, under a label. */
export function toReadings(label: string, counts: Readonly<Record<string, number>>): Reading[] {
  return Object.entries(counts).map(([name, count]) => ({ labels: { [label]: name }, value: count }))
}

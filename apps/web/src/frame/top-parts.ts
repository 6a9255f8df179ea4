/** What the app puts into the bar at the top of every page, which knows none of it. */

import type { ComponentType } from 'preact'

export const topParts: ComponentType[] = []

import type { Platform } from '../../../platform/context.ts'
import { toWebLink } from '../../../platform/text/web-links.ts'

/** Where people choose how they are notified. */
export function toPreferencesLink(platform: Pick<Platform, 'publicUrl'>): string {
  return toWebLink(platform, ['account'], { query: { tab: 'notifications' } })
}

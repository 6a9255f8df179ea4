import { signal } from '@preact/signals'

/** Rises each second while something is sent, so that speed and time left are those of now. */
export const clock = signal(0)

/** Loaded for films with a variable rate alone. */
export { createFrameClock } from '@rushes/timebase'

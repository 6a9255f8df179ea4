import { effect } from '@preact/signals'
import type { Film } from '../player/film.ts'

/** Frames apart from which a playing film is put into its place rather than hurried. */
const mostApart = 12
/** How much faster or slower for each frame that it is behind or ahead. */
const pullPerFrame = 0.08
const mostPull = 0.4

/**
 * Has one film show what belongs to the frame that another shows: standing, exactly; playing, hurried or held back until
 * it does. Ends by the returned function.
 */
export function follow(leader: Film, follower: Film, toFollower: (frame: number) => number): () => void {
  const clamp = (frame: number) => Math.min(Math.max(frame, 0), Math.max(follower.frameCount - 1, 0))
  const stop = effect(() => {
    const speed = leader.speed.value
    const frame = speed > 0 ? leader.frame.value : (leader.wanted.value ?? leader.frame.value)
    const wanted = clamp(toFollower(frame))
    if (speed <= 0 || hasNothing(follower, toFollower(frame))) {
      if (follower.speed.peek() !== 0) follower.pause()
      follower.seek(wanted)
      return
    }
    if (follower.speed.peek() <= 0) {
      follower.seek(wanted)
      follower.play(speed)
      return
    }
    const apart = wanted - follower.frame.peek()
    if (Math.abs(apart) > mostApart) follower.seek(wanted)
    const pull = Math.max(-mostPull, Math.min(mostPull, apart * pullPerFrame))
    follower.setTempo(speed, Math.abs(apart) > mostApart ? 1 : 1 + pull)
  })
  return () => {
    stop()
    follower.pause()
  }
}

/** Whether a film has nothing to play there: before its beginning, or behind its end. */
function hasNothing({ frameCount }: Film, frame: number): boolean {
  return frame < 0 || frame >= frameCount - 1
}

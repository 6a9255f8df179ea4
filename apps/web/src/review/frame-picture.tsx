import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { FramePictures } from './frame-pictures.ts'
import { Marks } from './marks.tsx'
import type { Box } from './spatial.ts'

interface FramePictureProps {
  pictures: FramePictures
  frame: number
  box: Box | undefined
  label: string
}

/** The picture of a frame with what was marked on it; taken once it comes into sight. */
export function FramePicture({ pictures, frame, box, label }: FramePictureProps) {
  const place = useRef<HTMLCanvasElement>(null)
  const ratio = useSignal(16 / 9)
  useEffect(() => {
    const canvas = place.current
    if (!canvas) return undefined
    let isWanted = true
    const show = async () => {
      const picture = await pictures.take(frame)
      if (!isWanted) return
      canvas.width = picture.width
      canvas.height = picture.height
      canvas.getContext('2d')?.drawImage(picture, 0, 0)
      canvas.dataset.frame = String(frame)
      ratio.value = picture.width / picture.height
    }
    const observer = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      // Without a picture there is still the comment.
      show().catch(() => {})
    })
    observer.observe(canvas)
    return () => {
      isWanted = false
      observer.disconnect()
    }
  }, [pictures, frame])
  return (
    <span class="frame-picture" style={{ '--ratio': ratio.value }} role="img" aria-label={label}>
      <canvas ref={place} />
      {box && (
        <svg class="drawing" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <Marks boxes={[box]} />
        </svg>
      )}
    </span>
  )
}

import { toHue, toInitials } from './people.ts'
import './avatar.css'

interface AvatarProps {
  name: string
  /** Whose it is; by this they have the same hue everywhere. Without one the name decides. */
  id?: string | number | undefined
  size?: 22 | 28 | 36
  /** Whether they are here now. */
  isPresent?: boolean
}

/** A person as initials on their hue; their name is beside it or in its title. */
export function Avatar({ name, id = name, size = 22, isPresent = false }: AvatarProps) {
  return (
    <span
      class="avatar"
      title={name}
      aria-hidden="true"
      data-size={size}
      data-present={isPresent || undefined}
      data-initials={toInitials(name)}
      style={{ '--hue': toHue(id) }}
    />
  )
}

import { imageFile, imageUrl } from '../../ui/image-url.ts'

/** A small carousel image. It has no alternative text, because its name is always beside it. */
export function Thumbnail({ photo, dimmed = false }: { photo: string; dimmed?: boolean }) {
  return (
    <img
      src={imageFile(imageUrl('slide', photo), 320)}
      alt=""
      width={128}
      height={72}
      loading="lazy"
      className={`aspect-video h-auto w-20 shrink-0 min-[24rem]:w-28 rounded-lg bg-mint object-cover transition-opacity sm:w-32 ${dimmed ? 'opacity-50' : ''}`}
    />
  )
}

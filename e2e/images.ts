import sharp from 'sharp'

/** A photo as phones take it: 12 megapixels, stored sideways with an EXIF orientation. Upright, its top is red. */
export const phonePhoto = async () => ({
  name: 'IMG_2041.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#1030d0' } })
    .composite([
      {
        input: { create: { width: 2_000, height: 3_000, channels: 3, background: '#d01010' } },
        left: 0,
        top: 0,
      },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
})

export const smallImage = async (name = 'comprobante.png') => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background: '#2e7d5b' } })
    .png()
    .toBuffer(),
})

/** The icons: one 24 px set, drawn with one stroke. They are ornament: whoever uses one gives the words. */
const drawings = {
  bag: 'M6 8h12l1 12H5L6 8Zm3 0V7a3 3 0 0 1 6 0v1',
  bell: 'M6 16V11a6 6 0 1 1 12 0v5l1.5 2h-15L6 16Zm4 4.5h4',
  board: 'M4 4h7v7H4V4Zm9 0h7v4h-7V4ZM4 13h7v7H4v-7Zm9-3h7v10h-7V10Z',
  box: 'm12 3 8 4.5v9L12 21l-8-4.5v-9L12 3Zm0 9 8-4.5M12 12v9M12 12 4 7.5',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4V8Zm8 8.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  cart: 'M3 4h2.2l2.1 10.5h10.2L19.5 7.5H6M8.5 19.5h.01M16.5 19.5h.01',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-left': 'm14.5 6-6 6 6 6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  'chevron-up': 'm6 14.5 6-6 6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h11v11H9V9Zm-4 6H4V4h11v1',
  cross: 'm7 7 10 10M17 7 7 17',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  edit: 'm4 20 1-4.5L16 4.5l3.5 3.5L8.5 19 4 20ZM13.5 7l3.5 3.5',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  'eye-off':
    'M3.5 3.5 20.5 20.5M9.9 5.8A8.9 8.9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.2 7.6A16.6 16.6 0 0 0 2.5 12S6 18.5 12 18.5c1.5 0 2.8-.4 4-1M10 10a3 3 0 0 0 4 4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  heart: 'M12 20S3.5 15 3.5 9.2A4.6 4.6 0 0 1 12 6.8a4.6 4.6 0 0 1 8.5 2.4C20.5 15 12 20 12 20Z',
  image: 'M4 5h16v14H4V5Zm0 11 5-5 4 4 2.5-2.5L20 17M15.5 9h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5m0-8.5h.01',
  leaf: 'M5 19c0-9 5-14 15-14 0 10-5 14-11 14-1.5 0-2.7-.4-3.5-1M5 20c1-4 4-7.5 8-9.5',
  lock: 'M6 11h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3M12 15v2',
  logout: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  mail: 'M3.5 6h17v12h-17V6Zm0 1 8.5 6.5L20.5 7',
  'map-pin':
    'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M6 12h12',
  pause: 'M9 6v12M15 6v12',
  phone:
    'M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A16.5 16.5 0 0 1 4 5.5a2 2 0 0 1 2-2Z',
  pill: 'M10.5 20A4.6 4.6 0 0 1 4 13.5L13.5 4A4.6 4.6 0 0 1 20 10.5L10.5 20ZM8.8 8.8l6.4 6.4',
  play: 'M8 5.5v13l10-6.5-10-6.5Z',
  plus: 'M12 6v12M6 12h12',
  receipt: 'M6 3h12v18l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5L6 21V3Zm3 5h6M9 12h6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4.5 4.5',
  settings:
    'M4 7h9m4 0h3M4 17h3m4 0h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  shield: 'M12 3.5 5 6v6c0 4.5 3 7.5 7 8.5 4-1 7-4 7-8.5V6l-7-2.5Zm-3 8.5 2 2 4-4',
  tag: 'M4 4h8l8 8-8 8-8-8V4Zm4.5 4.5h.01',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5',
  truck:
    'M3 6h11v10H3V6Zm11 4h4l3 3v3h-7v-6ZM7 19a1.8 1.8 0 1 0 0-3.6A1.8 1.8 0 0 0 7 19Zm10 0a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  upload: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M5 20h14',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8.5c.8-4 4-6 8-6s7.2 2 8 6',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 8c.6-3.5 3.2-5 6.5-5s5.9 1.5 6.5 5M15.5 5a3.3 3.3 0 0 1 0 6.3M18 15c2 .8 3.2 2.3 3.5 4.5',
  warning: 'M12 4 2.5 20h19L12 4Zm0 6v5m0 2.5h.01',
  whatsapp:
    'M4 20l1.3-4A8.5 8.5 0 1 1 8.2 19L4 20Zm5-11.5c-.5 3 3 6.7 6.2 6.4l.8-1.7-2-1.2-1 1c-1.2-.5-2-1.3-2.5-2.5l1-1-1.2-2L9 8.5Z',
} as const

export type IconName = keyof typeof drawings

export function Icon({ name, className = 'size-6' }: { name: IconName; className?: string }) {
  return (
    <svg
      className={`shrink-0 ${className}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  )
}

export { type LocalChromium, noChromium, startChromium } from './chromium.ts'
export { type FolderHome, folderHome } from './folder-home.ts'

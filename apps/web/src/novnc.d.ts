/// <reference types="novnc__novnc" />

// 1.7 ships one entry point; its published types still describe the one of 1.6.
declare module '@novnc/novnc' {
  export { default } from '@novnc/novnc/lib/rfb'
}

// rp2040js as npm installed it, in another folder: RP2040JS is the path of its index.js.

import { pathToFileURL } from "node:url";

export const { ConsoleLogger, LogLevel, RP2040, USBCDC } = await import(pathToFileURL(process.env.RP2040JS));

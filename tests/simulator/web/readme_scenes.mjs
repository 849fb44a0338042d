// A README page as a repository host shows it: finds elements that are too wide, and missing or too small
// pictures.

export async function prose(context, { url, shot, least }) {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "load" });
    const found = await page.evaluate((least) => {
        const name = (element) => `${element.tagName} ${(element.textContent || element.alt || "").trim().slice(0, 60)}`;
        const all = [...document.querySelectorAll("article *")];
        const width = document.documentElement.clientWidth;
        return {
            wide: all
                .filter((each) => ["TABLE", "PRE"].includes(each.tagName) && each.scrollWidth > each.clientWidth + 1
                    || each.getBoundingClientRect().right > width + 1)
                .map(name),
            missing: [...document.images].filter((each) => !each.naturalWidth).map((each) => each.src),
            small: [...document.images].filter((each) => each.clientWidth < least).map((each) => each.alt),
            scrolls: document.documentElement.scrollWidth > width,
            height: document.documentElement.scrollHeight,
            tops: Object.fromEntries([...document.querySelectorAll("h2")].map((each) => [each.textContent,
                Math.round(each.getBoundingClientRect().top)])),
        };
    }, least);
    if (shot) {
        await page.screenshot({ path: shot, fullPage: true });
    }
    return found;
}
prose.drawn = true;
prose.alone = true;

// Glyphs for names that Inter lacks. The browser loads a font file only when one of its characters is shown. Characters shared by
// Japanese and Chinese get their Japanese form: nothing tells the language of a name.
import '@fontsource-variable/noto-sans-arabic/wght.css';
import '@fontsource-variable/noto-sans-devanagari/wght.css';
import '@fontsource-variable/noto-sans-hebrew/wght.css';
import '@fontsource-variable/noto-sans-jp/wght.css';
import '@fontsource-variable/noto-sans-kr/wght.css';
import '@fontsource-variable/noto-sans-sc/wght.css';
import '@fontsource-variable/noto-sans-thai/wght.css';

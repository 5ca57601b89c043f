// Glyphs for names that Inter has none for. The browser loads a file when a character in it is shown, and not before. Characters that
// Japanese and Chinese share are drawn in the Japanese form: nothing tells the language of a name.
import '@fontsource-variable/noto-sans-arabic/wght.css';
import '@fontsource-variable/noto-sans-devanagari/wght.css';
import '@fontsource-variable/noto-sans-hebrew/wght.css';
import '@fontsource-variable/noto-sans-jp/wght.css';
import '@fontsource-variable/noto-sans-kr/wght.css';
import '@fontsource-variable/noto-sans-sc/wght.css';
import '@fontsource-variable/noto-sans-thai/wght.css';

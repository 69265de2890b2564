// After all that is kept has been replaced, the house is opened anew.

if (document.querySelector("#bring [role=status]")) parent.postMessage({ anew: true }, location.origin);
